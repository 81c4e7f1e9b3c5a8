/** Runs the module of the first argument with the settings of the second one, and prints its outcomes. */
const [name, settings] = process.argv.slice(2);
const { run } = await import(`./${name}.mjs`);
console.log(JSON.stringify(await run(JSON.parse(settings))));
process.exit();
