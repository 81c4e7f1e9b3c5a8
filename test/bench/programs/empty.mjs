// An empty module: what an import costs by itself.
