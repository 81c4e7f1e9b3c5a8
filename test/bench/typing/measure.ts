import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import openapiTs, { astToString } from "openapi-typescript";
import { assertBuilt } from "../command.js";
import { type Goal, limits } from "../goals.js";
import { whole } from "../text.js";

/** The diagnostics of one run of the compiler. */
export interface TypingCost {
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
 * @throws Error if the project has a compile error
 */
export function compile(folder: string): TypingCost {
  const stdout = runTsc("--extendedDiagnostics", "-p", folder);
  const figure = (name: string) => parseFigure(stdout, name);
  return {
    instantiations: figure("Instantiations"),
    types: figure("Types"),
    memory: figure("Memory used"),
    checkTime: 1000 * figure("Check time"),
    totalTime: 1000 * figure("Total time"),
  };
}

/** Writes the declarations of a folder of sources to another folder. */
function writeDeclarations(sources: string, target: string): void {
  const how = "--declaration --emitDeclarationOnly --strict --target es2022 --module nodenext --skipLibCheck";
  runTsc(...how.split(" "), "--outDir", target, join(sources, "index.ts"), join(sources, "client.gen.ts"));
}

function runTsc(...args: readonly string[]): string {
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...args], { encoding: "utf8" });
  if (status !== 0) throw new Error(`tsc ${args.join(" ")} failed:\n${stdout}`);
  return stdout;
}

function parseFigure(output: string, name: string): number {
  const text = new RegExp(`^${name}:\\s+([\\d.]+)[sK]?$`, "m").exec(output)?.[1];
  if (text === undefined) throw new Error(`the compiler did not print ${name}:\n${output}`);
  return Number(text);
}

/** A program in `consumers/`, and the preparation of the folder in which it is compiled. */
export interface Consumer {
  readonly name: string;
  /** The name of the program, if it differs. */
  readonly program?: string;
  readonly prepare: (folder: string) => void | Promise<void>;
}

const root = fileURLToPath(new URL("../../../", import.meta.url));
const document = join(root, "openapi/supplier.yaml");
const heyApi = join(root, "test/bench/peers/generated/hey-api/supplier");

/** The options of a typical project: strict, with the whole library of TypeScript and without checks of libraries. */
const tsconfig = {
  compilerOptions: {
    target: "es2022",
    module: "nodenext",
    types: ["node"],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  },
  files: ["program.ts"],
};

/** A program without a client, to measure the cost of any program. */
export const nothing: Consumer = { name: "nothing", prepare: () => undefined };

/** Ours as it is installed: package.json and the built types. */
export const ours: Consumer = {
  name: "ours",
  prepare(folder) {
    const installed = join(folder, "node_modules/@reg/sdk");
    assertBuilt(join(root, "dist/esm/index.d.ts"));
    cpSync(join(root, "package.json"), join(installed, "package.json"));
    cpSync(join(root, "dist/esm"), join(installed, "dist/esm"), { recursive: true });
  },
};

/**
 * The other clients. The sources of hey-api's client are part of the user's project, so that they are checked as well; the
 * second consumer uses a package that was built from them.
 */
export const others: readonly Consumer[] = [
  { name: "hey-api", prepare: (folder) => cpSync(heyApi, join(folder, "client"), { recursive: true }) },
  {
    name: "hey-api, built",
    program: "hey-api",
    prepare: (folder) => writeDeclarations(heyApi, join(folder, "client")),
  },
  {
    name: "openapi-fetch",
    async prepare(folder) {
      link(folder, "openapi-fetch");
      link(folder, "openapi-typescript-helpers");
      writeFileSync(join(folder, "schema.d.ts"), astToString(await openapiTs(pathToFileURL(document))));
    },
  },
];

/** Creates a project of each consumer in a temporary folder, and passes the folders by name to `use`. */
export async function withProjects<Result>(
  consumers: readonly Consumer[],
  use: (folders: ReadonlyMap<string, string>) => Result,
): Promise<Result> {
  const parent = mkdtempSync(join(tmpdir(), "reg-sdk-typing-"));
  try {
    const folders = new Map<string, string>();
    for (const consumer of consumers) {
      const folder = join(parent, consumer.name);
      await createProject(folder, consumer);
      folders.set(consumer.name, folder);
    }
    return use(folders);
  } finally {
    rmSync(parent, { recursive: true });
  }
}

async function createProject(folder: string, { name, program = name, prepare }: Consumer): Promise<void> {
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(tsconfig));
  cpSync(new URL(`consumers/${program}.ts`, import.meta.url), join(folder, "program.ts"));
  link(folder, "@types/node");
  await prepare(folder);
}

/** Links a package that is installed here into a project. */
function link(folder: string, name: string): void {
  const target = join(folder, "node_modules", name);
  mkdirSync(dirname(target), { recursive: true });
  symlinkSync(join(root, "node_modules", name), target);
}

/** Compares the instantiations of 30 typed calls with their limit. */
export function typingGoals(
  costs: Readonly<Record<string, Pick<TypingCost, "instantiations">>>,
): readonly Goal[] {
  const figure = costs["ours"]?.instantiations;
  return [{ what: "instantiations for 30 typed calls", figure, most: limits.instantiations, text: whole }];
}
