import { errorCodes } from "../../generated/error-codes.js";
import { type OperationId, operations } from "../server/router.js";
import type { Counts, Tally } from "./store.js";

/** What of a list was met. */
export interface Reach<Name extends string> {
  /** In the order of the OpenAPI documents, as is `missed`. */
  readonly reached: readonly Name[];
  readonly missed: readonly Name[];
  /** How often each was met, names beyond the list included. */
  readonly counts: Counts;
}

/** A code of the service's catalogue. */
export type CatalogueCode = keyof typeof errorCodes;

/**
 * How much of both APIs the requests so far have touched. An operation is reached by any request for it, also by one
 * that is refused. As text it is a summary; as JSON it is the data.
 */
export class CoverageReport {
  /** The operations of both APIs, the token endpoint included. */
  readonly operations: Reach<OperationId>;
  /** The codes of the service's catalogue; the `counts` also hold those of the sandbox's own (SANDBOX-). */
  readonly codes: Reach<CatalogueCode>;
  /** How often each status was answered; `reset` and the like for requests that got no answer. */
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

  /** A few lines for a terminal: the numbers, and the codes that were missed. `toMarkdown()` names everything. */
  toString(): string {
    const { operations, codes } = this;
    const missed = codes.missed.length === 0 ? [] : [`  missed: ${codes.missed.join(", ")}`];
    return [
      `Operations: ${share(operations)} reached`,
      ...inRows(shares(operations)),
      `Codes: ${share(codes)} reached`,
      ...missed,
    ].join("\n");
  }

  /** Tables for a document: every operation, code and status, with how often it was met. */
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
  const wasMet = (name: Name) => Object.hasOwn(counts, name);
  return { reached: names.filter(wasMet), missed: names.filter((name) => !wasMet(name)), counts };
}

const share = ({ reached, missed }: Reach<string>) =>
  `${reached.length} of ${reached.length + missed.length}`;

/** `serviceRequests 8 of 21` for each first part of a name, in the order of the documents. */
function shares({ reached, missed }: Reach<OperationId>): string[] {
  const of = (names: readonly OperationId[], group: string) =>
    names.filter((name) => groupOf(name) === group).length;
  const groups = new Set(operations.map(({ id }) => groupOf(id)));
  return [...groups].map((group) => {
    const met = of(reached, group);
    return `${group} ${met} of ${met + of(missed, group)}`;
  });
}

const groupOf = (id: OperationId) => id.slice(0, id.indexOf("."));

const perRow = 4;

function inRows(texts: readonly string[]): string[] {
  const rows = Array.from({ length: Math.ceil(texts.length / perRow) }, (_, row) =>
    texts.slice(row * perRow, (row + 1) * perRow).join(", "),
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
