// Makes Node load its own undici first: the package of this name would replace the dispatcher of the global fetch.
await fetch("data:,");

export {};
