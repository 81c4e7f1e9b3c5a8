import { randomUUID } from "node:crypto";
import { Child, numberIn, textIn } from "../child.js";
import type { Plan } from "./plan.js";

/** A program of this folder that calls a service. */
export interface Task {
  readonly file: string;
  /** Its arguments, before those that say where the service and the package are. */
  readonly args?: readonly string[];
  /** Further options for Node. */
  readonly flags?: readonly string[];
  /** What it is asked. */
  readonly question: object;
  /** How many calls it must have made in the end. */
  readonly calls: number;
}

/** Starts a service and a program, asks the program, and makes sure that it called as often as it should. */
export async function runProgram(
  { node, dist }: Pick<Plan, "node" | "dist">,
  { file, args = [], flags = [], question, calls }: Task,
): Promise<unknown> {
  const token = randomUUID();
  const started: Child[] = [];
  const start = (path: string, execPath: string | undefined, options: string[], ...rest: string[]) => {
    const program = { file: new URL(path, import.meta.url), node: execPath, flags: options };
    const child = new Child(program, ...rest);
    started.push(child);
    return child;
  };
  try {
    const server = start("../calls/server.mjs", undefined, [], token);
    const baseUrl = textIn(await server.next(), "baseUrl");
    const program = start(file, node, ["--expose-gc", ...flags], ...args, baseUrl, token, dist);
    await program.next();
    const answer = await program.ask(question);
    const seen = numberIn(Reflect.get(Object(await server.ask({})), "counts"), "get");
    if (seen !== calls) throw new Error(`${file} made ${seen} calls, not ${calls}`);
    return answer;
  } finally {
    for (const child of started) child.stop();
  }
}
