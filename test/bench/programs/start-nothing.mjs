/** What the start of Node itself costs. */
console.log("ready");
