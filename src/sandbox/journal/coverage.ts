import { errorCodes } from "../../generated/error-codes.js";
import { type OperationId, operations } from "../messages/router.js";
import type { Counts, Tally } from "./store.js";

/** Which names of a list occurred. */
export interface Reach<Name extends string> {
  /** In the order of the OpenAPI documents, as is `missed`. */
  readonly reached: readonly Name[];
  readonly missed: readonly Name[];
  /** How often each name occurred, including names that are not in the list. */
  readonly counts: Counts;
}

/** A code of the service's catalogue. */
export type CatalogueCode = keyof typeof errorCodes;

/**
 * The part of both APIs that the requests so far have reached. Every request reaches its operation, even if it is
 * rejected. `String(report)` is a summary; `JSON.stringify(report)` contains the data.
 */
export class CoverageReport {
  /** The operations of both APIs, the token endpoint included. */
  readonly operations: Reach<OperationId>;
  /** The codes of the service's catalogue; the `counts` also contain the sandbox's own codes (SANDBOX-). */
  readonly codes: Reach<CatalogueCode>;
  /** How often each status was sent; `reset` and similar names count the requests without a response. */
  readonly statuses: Counts;

  /** @internal */
  constructor(tally: Tally) {
    this.operations = reach(
      operations.map(({ id }) => id),
      tally.operations,
    );
    this.codes = reach(Object.keys(errorCodes).filter(isCatalogueCode), tally.codes);
    this.statuses = tally.statuses;
  }

  /** A short text for a terminal: the numbers, and the missed codes. `toMarkdown()` lists everything. */
  toString(): string {
    const { operations, codes } = this;
    const missed = codes.missed.length === 0 ? [] : [`  missed: ${codes.missed.join(", ")}`];
    return [
      `Operations: ${share(operations)} reached`,
      ...inColumns(sharesByGroup(operations)),
      `Codes: ${share(codes)} reached`,
      ...missed,
    ].join("\n");
  }

  /** Markdown tables of every operation, code and status, with the number of times that each occurred. */
  toMarkdown(): string {
    return [
      "# Coverage of the sandbox",
      ...table(`Operations: ${share(this.operations)}`, "Operation", withMissed(this.operations)),
      ...table(`Codes: ${share(this.codes)}`, "Code", withMissed(this.codes)),
      ...table("Statuses", "Status", Object.entries(this.statuses)),
      "",
    ].join("\n");
  }
}

const isCatalogueCode = (code: string): code is CatalogueCode => Object.hasOwn(errorCodes, code);

function reach<Name extends string>(names: readonly Name[], counts: Counts): Reach<Name> {
  const isReached = (name: Name) => Object.hasOwn(counts, name);
  return { reached: names.filter(isReached), missed: names.filter((name) => !isReached(name)), counts };
}

const share = ({ reached, missed }: Reach<string>) => `${reached.length} of ${reached.length + missed.length}`;

function sharesByGroup({ reached, missed }: Reach<OperationId>): string[] {
  const countIn = (names: readonly OperationId[], group: string) =>
    names.filter((name) => groupOf(name) === group).length;
  const groups = new Set(operations.map(({ id }) => groupOf(id)));
  return [...groups].map((group) => {
    const count = countIn(reached, group);
    return `${group} ${count} of ${count + countIn(missed, group)}`;
  });
}

const groupOf = (id: OperationId) => id.slice(0, id.indexOf("."));

const columns = 4;

function inColumns(texts: readonly string[]): string[] {
  const rows = Array.from({ length: Math.ceil(texts.length / columns) }, (_, row) =>
    texts.slice(row * columns, (row + 1) * columns).join(", "),
  );
  return rows.map((row) => `  ${row}`);
}

const withMissed = ({ counts, missed }: Reach<string>): [string, number][] => [
  ...Object.entries(counts),
  ...missed.map((name): [string, number] => [name, 0]),
];

function table(title: string, head: string, rows: readonly (readonly [string, number])[]): string[] {
  const lines = rows.map(([name, count]) => `| ${name} | ${count === 0 ? "missed" : count} |`);
  return ["", `## ${title}`, "", `| ${head} | Times |`, "| --- | ---: |", ...lines];
}
