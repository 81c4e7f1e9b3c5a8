import { packageVersion } from "../../base/version.js";
import type { ApiName } from "../../document/apis.js";
import { createFetchTransport } from "../../http/transport/fetch-transport.js";
import { type OptionValues, type Terminal, UsageError } from "../command.js";
import { columns, joinLines, plural } from "../help.js";
import { loadPrintedAdapter } from "../service-options.js";
import type { Findings } from "./findings.js";
import { describeEnvironment, findPeers } from "./machine.js";
import { examineService, isConfigured, services } from "./service.js";

type Sections = Readonly<Record<string, Findings>>;

/**
 * Shows what the clients depend on, and what is wrong with it. The output contains no secret, so that it can be pasted
 * into an issue.
 *
 * @returns 0 if nothing is wrong, otherwise 1
 * @throws UsageError for arguments that cannot be used; CommandError with exit code 2 for an adapter that cannot be
 *   loaded
 */
export async function runDoctor(values: OptionValues, terminal: Terminal, words: readonly string[]): Promise<number> {
  const named = readApi(words);
  const baseUrl = values.get("base-url");
  if (baseUrl !== undefined && named === undefined)
    throw new UsageError("--base-url is only for one API: name supplier or lessor.");
  const { env, abandoned: signal } = terminal;
  const adapter = await loadPrintedAdapter(values.get("adapter"), terminal);
  const parts = { baseUrl, env, adapter, signal, isOffline: values.has("offline") };
  const sections: Record<string, Findings> = {
    program: { facts: describeProgram(), problems: [] },
    peers: findPeers(),
    environment: describeEnvironment(env),
  };
  const apis = named === undefined ? apiNames.filter((api) => isConfigured(api, parts)) : [named];
  // One after the other, so that each has its own connection.
  for (const api of apis) sections[api] = await examineService(api, parts);
  if (apis.length === 0) sections["services"] = nothingConfigured;
  terminal.out(values.has("json") ? toJson(sections) : toText(sections));
  return problemsOf(sections).length === 0 ? 0 : 1;
}

const apiNames = Object.keys(services) as ApiName[];

function readApi([word, ...others]: readonly string[]): ApiName | undefined {
  const api = apiNames.find((name) => name === word);
  if (others.length > 0 || (word !== undefined && api === undefined))
    throw new UsageError(`npx @reg/sdk doctor takes one of ${apiNames.join(", ")}, or neither for both.`);
  return api;
}

function describeProgram(): Findings["facts"] {
  const { bun: Bun, deno: Deno, node: Node } = process.versions;
  return {
    "@reg/sdk": packageVersion,
    ...(Bun !== undefined ? { Bun } : Deno !== undefined ? { Deno } : { Node }),
    ...(createFetchTransport().repeatsReads && {
      reads: "the fetch of this runtime may send one a second time, without a unit of the throttle",
    }),
    platform: `${process.platform} ${process.arch}`,
  };
}

const nothingConfigured: Findings = {
  facts: {},
  problems: [
    {
      in: "services",
      problem: "No setting of a service is given.",
      next: `Set ${apiNames.map((api) => [services[api].address, ...services[api].credentials].join(", ")).join("; or ")}.`,
    },
  ],
};

const problemsOf = (sections: Sections) => Object.values(sections).flatMap(({ problems }) => problems);

function toJson(sections: Sections): string {
  const facts = Object.entries(sections).map(([name, section]) => [name, section.facts]);
  return `${JSON.stringify({ ...Object.fromEntries(facts), problems: problemsOf(sections) }, undefined, 2)}\n`;
}

function toText(sections: Sections): string {
  const blocks = Object.entries(sections).flatMap(([name, { facts }]) => {
    const lines = columns(Object.entries(facts), "  ");
    return lines.length === 0 ? [] : [name, ...lines, ""];
  });
  const problems = problemsOf(sections);
  const list = problems.flatMap((each) => [`  ${each.in}: ${each.problem}`, `    ${each.next}`]);
  return joinLines([
    ...blocks,
    problems.length === 0 ? "No problems." : `${plural(problems.length, "problem")}:`,
    ...list,
  ]);
}
