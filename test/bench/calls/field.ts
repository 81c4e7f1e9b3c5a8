import { randomUUID } from "node:crypto";
import { Child, numberIn, textIn } from "../child.js";
import type { Plan } from "./options.js";

/** A contestant in its process. */
export interface Caller {
  readonly name: string;
  readonly program: Child;
}

/** The service and all that call it, each in a process of its own. Nobody calls by itself. */
export class Field {
  readonly server: Child;
  readonly #plan: Plan;
  readonly #token = randomUUID();
  /** What the service has said of itself. */
  #service: unknown;
  readonly #callers: Caller[] = [];
  #version = "";

  private constructor(plan: Plan) {
    this.#plan = plan;
    this.server = new Child({ file: programAt("./server.mjs") }, this.#token);
  }

  /** Starts all of them. */
  static async start(plan: Plan): Promise<Field> {
    const field = new Field(plan);
    try {
      field.#service = await field.server.next();
      await field.renewCallers();
      return field;
    } catch (error) {
      field.stop();
      throw error;
    }
  }

  /** What a caller should make of the service's answers. */
  get expected(): unknown {
    return Reflect.get(Object(this.#service), "expected");
  }

  get callers(): readonly Caller[] {
    return this.#callers;
  }

  /** The version of Node that runs the contestants. */
  get version(): string {
    return this.#version;
  }

  /** Gives every contestant a new process in the place of its last one. */
  async renewCallers(): Promise<void> {
    this.#stopCallers();
    const { contestants, node, dist } = this.#plan;
    const baseUrl = textIn(this.#service, "baseUrl");
    for (const { name } of contestants) {
      const runner = { file: programAt("./runner.mjs"), node };
      const program = new Child(runner, `${name}.mjs`, baseUrl, this.#token, dist);
      this.#callers.push({ name, program });
      this.#version = textIn(await program.next(), "version");
    }
  }

  stop(): void {
    this.#stopCallers();
    this.server.stop();
  }

  #stopCallers(): void {
    for (const { program } of this.#callers.splice(0)) program.stop();
  }
}

const programAt = (file: string) => new URL(file, import.meta.url);

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
