import { replaceGlobalFetch } from "./as-global.js";

// Loaded before a program that a test starts.
replaceGlobalFetch();
