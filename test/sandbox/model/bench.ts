import { createSandbox, type Sandbox } from "../../../src/sandbox/index.js";
import { operation, pathOf } from "./operations.js";

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** What a call sends. */
export interface Call {
  readonly operation: string;
  readonly params?: Readonly<Record<string, string>>;
  /** Is sent as JSON. */
  readonly json?: unknown;
  /** Is sent as it is. */
  readonly file?: { readonly type: string; readonly bytes: string };
  /** Whether the other supplier calls, who must not see any of the requests. */
  readonly asStranger?: boolean;
}

/** What came back. */
export interface Answer {
  readonly status: number;
  readonly location: string | null;
  readonly text: string;
  /** The JSON of the body; undefined where it is none. */
  readonly json: unknown;
}

/** The sandbox under test, which answers raw requests; it is the same one for all walks. */
export class Bench {
  readonly sandbox: Sandbox;
  readonly defects: unknown[] = [];
  /** How many requests were sent so far. */
  sent = 0;
  readonly #tokens: { own: string; strange: string } = { own: "", strange: "" };

  constructor() {
    this.sandbox = createSandbox({
      now: "2026-06-15T09:00:00Z",
      rateLimit: false,
      onDefect: (defect) => this.defects.push(defect),
    });
  }

  /** Makes it ready for the next walk, which begins at 09:00 UTC of another day, and tells that instant. */
  async begin(): Promise<number> {
    const { sandbox } = this;
    sandbox.reset();
    const sinceNine = (((sandbox.clock.now() - 9 * hour) % day) + day) % day;
    sandbox.clock.advance({ ms: day - sinceNine });
    const { supplier } = sandbox;
    this.#tokens.own = await supplier.token();
    this.#tokens.strange = await supplier.token({ supplierNumber: 4712 });
    return sandbox.clock.now();
  }

  /** Sends one request. */
  async send(call: Call): Promise<Answer> {
    this.sent += 1;
    const { method } = operation(call.operation);
    const url = `${this.sandbox.supplier.baseUrl}${pathOf(call.operation, call.params ?? {})}`;
    const token = call.asStranger === true ? this.#tokens.strange : this.#tokens.own;
    const type = call.json === undefined ? call.file?.type : "application/json";
    const body = call.json === undefined ? call.file?.bytes : JSON.stringify(call.json);
    const response = await this.sandbox.fetch(url, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(type === undefined ? {} : { "content-type": type }) },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    return {
      status: response.status,
      location: response.headers.get("location"),
      text,
      json: isJson ? JSON.parse(text) : undefined,
    };
  }
}
