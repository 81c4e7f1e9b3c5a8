import type { Call, Reply } from "./messages.js";

export interface Difference {
  readonly id: string;
  readonly on: readonly string[];
  readonly routes?: Readonly<Record<string, string>>;
  readonly request?: (call: Call) => void;
  readonly response?: (reply: Reply, call: Call) => void;
}
