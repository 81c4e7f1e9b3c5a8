import { readFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import type { Field } from "./field.js";
import type { Plan } from "./options.js";

/** Under what circumstances was measured. */
export interface Facts {
  readonly date: string;
  /** The version of Node that ran the contestants, and the one that ran the service. */
  readonly node: { readonly contestants: string; readonly service: string };
  readonly cores: number;
  /** The load of the machine before the start, all processes. */
  readonly load: number | undefined;
  readonly length: Plan["length"];
  /** The versions of the peers. */
  readonly peers: Readonly<Record<string, string>>;
}

export function factsOf({ length }: Plan, { version }: Pick<Field, "version">): Facts {
  return {
    date: new Date().toISOString(),
    node: { contestants: version, service: process.version },
    cores: availableParallelism(),
    load: loadavg()[0],
    length,
    peers: peerVersions(),
  };
}

function peerVersions(): Record<string, string> {
  const text = readFileSync(new URL("../peers/package.json", import.meta.url), "utf8");
  const versions: unknown = Reflect.get(Object(JSON.parse(text)), "devDependencies");
  return Object.fromEntries(
    Object.entries(Object(versions)).map(([name, version]) => [name, String(version)]),
  );
}
