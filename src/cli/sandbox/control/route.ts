import * as z from "zod/mini";
import { checkInput } from "../../../sandbox/check-input.js";
import type { ControlDesk } from "./desk.js";
import type { ControlReply } from "./reply.js";

/** A request to the control surface, once it may be carried out. */
export interface ControlCall {
  readonly desk: ControlDesk;
  /** What stands in the path in place of `{name}`, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The JSON body; `{}` if there is none. */
  readonly body: unknown;
}

/** One line of the control surface's table. */
export interface ControlRoute {
  readonly method: "GET" | "POST" | "DELETE";
  /** With `{name}` for what can stand there. */
  readonly path: string;
  /** What it does, and with which body, for whoever asks for the list. */
  readonly about: string;
  readonly run: (call: ControlCall) => ControlReply | Promise<ControlReply>;
}

/** A route that takes a body of a certain form. */
export function post<Schema extends z.ZodMiniType>(
  path: string,
  about: string,
  schema: Schema,
  run: (desk: ControlDesk, body: z.output<Schema>, call: ControlCall) => ControlReply | Promise<ControlReply>,
): ControlRoute {
  return {
    method: "POST",
    path,
    about,
    run: (call) => run(call.desk, read(schema, call.body), call),
  };
}

/** @throws RegInputError that names the field which is wrong */
function read<Schema extends z.ZodMiniType>(schema: Schema, body: unknown): z.output<Schema> {
  checkInput(schema, body, { whole: "body", unknownKey: "does not belong here" });
  return z.parse(schema, body);
}
