// An empty module, to measure the cost of the import itself.
