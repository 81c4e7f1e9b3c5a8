/** Measures the start of Node itself. */
console.log("ready");
