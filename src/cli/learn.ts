import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isObject } from "../base/json.js";
import { toPrintable, toPrintableJson } from "../base/text.js";
import { writeDeclarations } from "../document/shapes/declarations.js";
import { isOpenKey } from "../document/shapes/open-places.js";
import { mergeShapes, noShapes, readShapes } from "../document/shapes/shapes.js";
import type { BodyShapes } from "../document/shapes/types.js";
import { RegError } from "../errors/errors.js";
import { listOf } from "./args.js";
import { CommandError, type OptionValues, type Terminal, UsageError } from "./command.js";
import { plural, withoutFullStop } from "./help.js";
import { decodeText, parseJson, readText, unreadable } from "./input-file.js";
import { OutputFile } from "./output-file.js";

interface LearnSettings {
  readonly sources: readonly string[];
  readonly out: string;
  readonly store: string;
}

interface Learned {
  readonly shapes: BodyShapes;
  /** Digests of the shapes that were merged, so that nothing is counted twice. */
  readonly digests: readonly string[];
}

/** Marks the files of the command: it overwrites no others. */
const mark = "Written by npx @reg/sdk learn";

/** Finds the mark in JSON, also if a formatter has changed its blanks. */
const writtenBy = /"writtenBy"\s*:\s*"([^"]*)"/;

const couldNotRun = 2;

/**
 * Writes types for what was seen, merged with what earlier runs have seen.
 *
 * @returns 0
 * @throws UsageError for options that cannot be used; CommandError with exit code 2 if a file cannot be read or
 *   written, contains no shapes or was not written by this command, or if nothing was seen
 */
export async function runLearn(values: OptionValues, terminal: Terminal): Promise<number> {
  const { sources, out, store } = readSettings(values);
  let learned = await readLearned(out, store);
  for (const path of sources) learned = add(learned, await readSource(path, terminal), terminal);
  const { text, keys, leftOut } = writeDeclarations(learned.shapes, [
    `${mark}, which replaces it in the next run: do not edit it.`,
    "The types rest on the responses that were seen. Others may lack a field that was always there, or have more.",
  ]);
  if (keys.length === 0)
    throw new CommandError(
      "there is nothing to learn from: no body that the reference leaves open was seen.",
      couldNotRun,
    );
  const { shapes, digests } = learned;
  const stored = { writtenBy: mark, ...shapes, digests };
  await writeFile(store, `${toPrintableJson(stored, undefined, 2)}\n`);
  await writeFile(out, text);
  for (const [key, count] of leftOut)
    terminal.err(
      `reg: ${key} lacks at least ${plural(count, "field name")}: each looks like a value, or was one in the same body. If you know some, use --name of npx @reg/sdk verify.\n`,
    );
  terminal.out(`${out} declares ${keys.join(", ")}.\n`);
  return 0;
}

function readSettings(values: OptionValues): LearnSettings {
  const sources = listOf(values, "from");
  if (sources.length === 0) throw new UsageError("--from is required, such as --from verify.json.");
  const out = values.get("out");
  if (out === undefined) throw new UsageError("--out is required, such as --out reg-fields.d.ts.");
  if (!/[^/\\]\.d\.ts$/.test(out)) throw new UsageError(`--out must end with .d.ts, not "${out}".`);
  const store = out.replace(/\.d\.ts$/, ".json");
  if (sources.some((path) => resolve(path) === resolve(store)))
    throw new UsageError(`--from must not be ${store}, in which this --out keeps what was learned.`);
  return { sources, out, store };
}

interface Source {
  readonly name: string;
  readonly shapes: BodyShapes;
  /** Digests of the shapes in it: several in a file in which this command keeps what it has learned. */
  readonly digests: readonly string[];
}

async function readJson(
  path: string,
  { input }: Terminal,
): Promise<{ readonly name: string; readonly value: unknown }> {
  const name = path === "-" ? "the standard input" : path;
  const text = path === "-" ? await readInput(input, name) : await readText(path);
  return { name, value: parseJson(text, name) };
}

async function readSource(path: string, terminal: Terminal): Promise<Source> {
  const { name, value } = await readJson(path, terminal);
  const shapes = toShapes(value, name);
  const digest = createHash("sha256").update(JSON.stringify(shapes)).digest("hex").slice(0, 16);
  return { name, shapes, digests: digestsIn(value) ?? [digest] };
}

async function readInput(input: AsyncIterable<Uint8Array>, name: string): Promise<string> {
  try {
    const chunks: Uint8Array[] = [];
    for await (const chunk of input) chunks.push(chunk);
    return decodeText(Buffer.concat(chunks));
  } catch (error) {
    throw unreadable(name, error);
  }
}

function toShapes(value: unknown, name: string): BodyShapes {
  try {
    return readShapes(value, name);
  } catch (error) {
    throw RegError.is(error) ? new CommandError(`${withoutFullStop(error.message)}.`, couldNotRun) : error;
  }
}

function add(learned: Learned, source: Source, { err }: Terminal): Learned {
  const { name, shapes, digests } = source;
  const added = digests.filter((each) => !learned.digests.includes(each));
  if (added.length === 0) {
    err(`reg: ${name} adds no shapes: the same ones were learned before.\n`);
    return learned;
  }
  const unknown = Object.keys(shapes.bodies).filter((key) => !isOpenKey(key));
  if (unknown.length > 0)
    err(`reg: ${name} has keys that OpenTypes does not have: ${toPrintable(unknown.join(", "))}.\n`);
  return { shapes: mergeShapes(learned.shapes, shapes), digests: [...learned.digests, ...added] };
}

async function readLearned(out: string, store: string): Promise<Learned> {
  const folder = dirname(out);
  if (!existsSync(folder))
    throw new CommandError(`the folder ${folder} of --out does not exist: create it first.`, couldNotRun);
  const declarations = await readOwn(out, (text) => text.startsWith(`// ${mark}`));
  const text = await readOwn(store, (json) => writtenBy.exec(json)?.[1] === mark);
  if (text === undefined && declarations !== undefined)
    throw new CommandError(
      `${store}, in which the command learn keeps what ${out} is based on, is missing. Remove ${out} to start again.`,
      couldNotRun,
    );
  if (text === undefined) return { shapes: noShapes, digests: [] };
  const value = parseJson(text, store);
  return { shapes: toShapes(value, store), digests: digestsIn(value) ?? [] };
}

/** The digests that a file of the command lists; undefined for any other file. */
function digestsIn(value: unknown): readonly string[] | undefined {
  const digests = isObject(value) ? value["digests"] : undefined;
  return Array.isArray(digests) ? digests.map(String) : undefined;
}

async function readOwn(path: string, isOwn: (text: string) => boolean): Promise<string | undefined> {
  if (!existsSync(path)) return undefined;
  const text = await readText(path);
  if (isOwn(text)) return text;
  throw new CommandError(
    `${path} was not written by the command learn, which does not overwrite it: choose another --out.`,
    couldNotRun,
  );
}

const writeFile = (path: string, text: string) => new OutputFile(path, { name: path }).write(text, couldNotRun);
