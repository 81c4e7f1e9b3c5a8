import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";

/** What one run of the compiler tells of itself. */
export interface Cost {
  readonly instantiations: number;
  readonly types: number;
  /** Kilobytes. */
  readonly memory: number;
  /** Milliseconds. */
  readonly checkTime: number;
  /** Milliseconds, with reading and binding. */
  readonly totalTime: number;
}

const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");

/**
 * Compiles a project.
 *
 * @throws Error if it has an error: then nothing was measured
 */
export function compile(folder: string): Cost {
  const stdout = runTsc("--extendedDiagnostics", "-p", folder);
  const figure = (name: string) => figureIn(stdout, name);
  return {
    instantiations: figure("Instantiations"),
    types: figure("Types"),
    memory: figure("Memory used"),
    checkTime: 1000 * figure("Check time"),
    totalTime: 1000 * figure("Total time"),
  };
}

/** Writes the declarations of a folder of sources to another folder. */
export function writeDeclarations(sources: string, target: string): void {
  const how = "--declaration --emitDeclarationOnly --strict --target es2022 --module nodenext --skipLibCheck";
  runTsc(...how.split(" "), "--outDir", target, join(sources, "index.ts"), join(sources, "client.gen.ts"));
}

function runTsc(...args: readonly string[]): string {
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...args], { encoding: "utf8" });
  if (status !== 0) throw new Error(`tsc ${args.join(" ")} failed:\n${stdout}`);
  return stdout;
}

function figureIn(output: string, name: string): number {
  const text = new RegExp(`^${name}:\\s+([\\d.]+)[sK]?$`, "m").exec(output)?.[1];
  if (text === undefined) throw new Error(`the compiler did not tell ${name}:\n${output}`);
  return Number(text);
}
