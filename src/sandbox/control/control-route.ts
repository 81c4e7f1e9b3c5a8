import type { ServerResponse } from "node:http";
import * as z from "zod/mini";
import { isObject } from "../../base/json.js";
import { checkInput } from "../../errors/input.js";
import type { Fault, FaultHandle } from "../faults/fault.js";
import { Exchanges } from "../journal/exchanges.js";
import type { SandboxSnapshot } from "../state/state.js";
import type { Sandbox } from "../types.js";
import { ChangeStream } from "./change-stream.js";
import type { OpenedSandbox, SandboxInterior } from "./interior.js";

/** An entry in the route table of the control surface. */
export interface ControlRoute {
  readonly method: "GET" | "POST" | "DELETE";
  /** A path template with `{name}` for parameters. */
  readonly path: string;
  /** What it does, and with which body, for the list of routes. */
  readonly about: string;
  readonly run: (request: ControlRequest) => ControlReply | Promise<ControlReply>;
}

/** A request to the control surface that has passed all checks of access. */
export interface ControlRequest {
  readonly state: ControlState;
  /** The path parameters, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The JSON body; `{}` if there is none. */
  readonly body: unknown;
}

/** A response of the control surface. */
export interface ControlReply {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Writes the body itself, and keeps the response open. */
  readonly stream?: (response: ServerResponse) => void;
}

/** A route that only reads. */
export function get(path: string, about: string, run: ControlRoute["run"]): ControlRoute {
  return { method: "GET", path, about, run };
}

/** A route that takes a body of a certain schema. */
export function post<Schema extends z.ZodMiniType>(
  path: string,
  about: string,
  schema: Schema,
  run: (state: ControlState, body: z.output<Schema>, request: ControlRequest) => ControlReply | Promise<ControlReply>,
): ControlRoute {
  return {
    method: "POST",
    path,
    about,
    run: (request) => run(request.state, parseBody(schema, request.body), request),
  };
}

/** A route that takes a body of a certain schema and has no result: 204. */
export function command<Schema extends z.ZodMiniType>(
  path: string,
  about: string,
  schema: Schema,
  run: (state: ControlState, body: z.output<Schema>, request: ControlRequest) => void,
): ControlRoute {
  return post(path, about, schema, (state, body, request) => {
    run(state, body, request);
    return done;
  });
}

function parseBody<Schema extends z.ZodMiniType>(schema: Schema, body: unknown): z.output<Schema> {
  checkInput(schema, body, { whole: "body", unknownKey: "does not belong here" });
  // No schema changes a body.
  return body as z.output<Schema>;
}

/** A non-empty string. */
export const text = z.string("must be a text").check(z.minLength(1, "must not be empty"));

/** A non-empty string that may be left out. */
export const optionalText = z.exactOptional(text);

/** A number. */
export const number = z.number("must be a number");

/** A body without fields. */
export const emptyBody = z.strictObject({});

/** A JSON object whose fields the sandbox itself checks. */
export const checkedBySandbox = <Body extends object>() => z.custom<Body>(isObject, "must be an object");

/** A JSON response. */
export function json(value: unknown, status = 200): ControlReply {
  return { status, type: "application/json; charset=utf-8", text: `${JSON.stringify(value)}\n` };
}

/** The response to a request that succeeded and has no result. */
export const done: ControlReply = { status: 204, type: "", text: "" };

interface ControlProblem {
  readonly message: string;
  readonly [detail: string]: unknown;
}

/** The control surface rejects a request. */
export class ControlError extends Error {
  override readonly name = "ControlError";
  readonly reply: ControlReply;

  constructor(status: number, problem: ControlProblem, headers: Readonly<Record<string, string>> = {}) {
    super(problem.message);
    this.reply = { ...json({ error: problem }, status), headers };
  }
}

/** A planned fault with the name that the control surface gives it. */
export interface NamedFault {
  readonly id: string;
  readonly fault: Fault;
  readonly handle: FaultHandle;
}

/**
 * The state of the control surface: faults by id and snapshots by name. A program that calls the sandbox directly
 * keeps them in variables; over HTTP they need names.
 */
export class ControlState {
  readonly sandbox: Sandbox;
  readonly interior: SandboxInterior;
  readonly exchanges: Exchanges = new Exchanges();
  readonly changes: ChangeStream;
  readonly #snapshots = new Map<string, SandboxSnapshot>();
  #faults: NamedFault[] = [];
  #lastFaultId = 0;

  constructor({ sandbox, interior }: OpenedSandbox) {
    this.sandbox = sandbox;
    this.interior = interior;
    this.changes = new ChangeStream(() => ({ now: sandbox.clock.iso() }));
  }

  /** The names of the snapshots, in the order in which they were first saved. */
  get snapshotNames(): readonly string[] {
    return [...this.#snapshots.keys()];
  }

  /** Follows what happens in the sandbox until the returned function is called. */
  follow(): () => void {
    return this.interior.watch({
      onEntry: (entry, exchange) => {
        this.exchanges.add(entry, exchange);
        this.changes.report();
      },
      onChange: () => this.changes.report(),
    });
  }

  /**
   * The faults that were planned through the control surface, including those that have already happened, and those
   * that the program around the sandbox has planned.
   */
  get faults(): readonly NamedFault[] {
    const own = new Set(this.#faults.map(({ handle }) => handle));
    const others = this.interior.plannedFaults().filter(({ handle }) => !own.has(handle));
    return [...this.#faults, ...others.map((each) => ({ id: `program-${each.number}`, ...each }))];
  }

  /**
   * Plans a fault and returns its id.
   *
   * @throws RegInputError for an invalid fault
   */
  planFault(fault: Fault): string {
    const handle = this.sandbox.fail(fault);
    this.#lastFaultId += 1;
    const id = String(this.#lastFaultId);
    this.#faults.push({ id, fault, handle });
    return id;
  }

  /** Cancels a fault and removes it from the list. */
  cancelFault(id: string): void {
    const planned = this.faults.find((each) => each.id === id);
    if (planned === undefined) throw new ControlError(404, { message: `There is no fault ${id}.` });
    planned.handle.cancel();
    this.#faults = this.#faults.filter((each) => each !== planned);
  }

  /** Resets the sandbox and removes all faults. Snapshots stay. */
  reset(): void {
    this.sandbox.reset();
    this.#faults = [];
  }

  /** Saves a snapshot under a name and replaces an earlier one with that name. */
  saveSnapshot(name: string): void {
    this.#snapshots.set(name, this.sandbox.snapshot());
  }

  restoreSnapshot(name: string): void {
    const snapshot = this.#snapshots.get(name);
    if (snapshot === undefined) throw new ControlError(404, { message: `There is no snapshot "${name}".` });
    this.sandbox.restore(snapshot);
  }
}
