import { randomUUID } from "node:crypto";
import { Child, numberIn, textIn } from "../child.js";
import type { Plan } from "./options.js";

/** A contestant in its process. */
export interface Caller {
  readonly name: string;
  readonly program: Child;
}

/** The service and all that call it, each in a process of its own. */
export interface Field {
  readonly server: Child;
  /** What a caller should make of the service's answers. */
  readonly expected: unknown;
  readonly callers: readonly Caller[];
  /** The version of Node that runs the contestants. */
  readonly version: string;
  stop(): void;
}

/** Starts all of them. Nobody calls yet. */
export async function startField({ contestants, node, dist }: Plan): Promise<Field> {
  const token = randomUUID();
  const started: Child[] = [];
  const stop = () => {
    for (const child of started) child.stop();
  };
  const start = (file: string, execPath: string | undefined, ...args: string[]) => {
    const child = new Child({ file: new URL(file, import.meta.url), node: execPath }, ...args);
    started.push(child);
    return child;
  };
  try {
    const server = start("./server.mjs", undefined, token);
    const service = await server.next();
    const baseUrl = textIn(service, "baseUrl");
    const expected: unknown = Reflect.get(Object(service), "expected");
    const callers: Caller[] = [];
    let version = "";
    for (const { name } of contestants) {
      const program = start("./runner.mjs", node, `${name}.mjs`, baseUrl, token, dist);
      version = textIn(await program.next(), "version");
      callers.push({ name, program });
    }
    return { server, expected, callers, version, stop };
  } catch (error) {
    stop();
    throw error;
  }
}

/** What the service has been asked so far, and how long it was busy and idle. */
export interface ServerState {
  readonly counts: Readonly<Record<"get" | "post" | "large" | "refused", number>>;
  readonly active: number;
  readonly idle: number;
}

export async function stateOf(server: Child): Promise<ServerState> {
  const message = await server.ask({});
  const counts: unknown = Reflect.get(Object(message), "counts");
  return {
    counts: {
      get: numberIn(counts, "get"),
      post: numberIn(counts, "post"),
      large: numberIn(counts, "large"),
      refused: numberIn(counts, "refused"),
    },
    active: numberIn(message, "active"),
    idle: numberIn(message, "idle"),
  };
}
