// An empty module: what a require costs by itself.
