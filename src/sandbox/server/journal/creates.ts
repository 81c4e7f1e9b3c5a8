import { createHash } from "node:crypto";
import { isObject, toSortedJson } from "../../../base/json.js";
import { matchEnd } from "../../../base/path.js";
import type { Reply } from "../../messages/reply.js";
import type { SandboxOperation } from "../../messages/router.js";
import type { EntryLabel, JournalEntry } from "./entry.js";
import { mediaType } from "./redact.js";

/** Whether the operation creates another resource each time. */
export const isCreate = ({ effects }: SandboxOperation): boolean => effects === "create";

/** The id of what a call has created, from the `Location` of its handler; undefined if it has created nothing. */
export function createdId({ created }: SandboxOperation, reply: Reply | undefined): string | undefined {
  const location = reply?.headers?.["location"];
  if (created === undefined || location === undefined) return undefined;
  return matchEnd(created.path, location)?.[created.param];
}

/** Creates with the same content: executed, or sent again after a lost response. */
export interface Duplicate {
  /** The common content of the creates. */
  readonly what: "the same body" | "the same body but for the ids of its lines" | "the same invoice number";
  /** The requests, in the order in which they arrived. */
  readonly entries: readonly EntryLabel[];
}

interface CreateFacts {
  /** The digest of the body. */
  readonly digest: string;
  /** The digest of the body without the ids of its lines, because a caller that rebuilds the body creates new ids. */
  readonly digestWithoutIds: string;
  readonly isExecuted: boolean;
  /** Whether it was executed, and a fault then kept its response from the caller or changed it. */
  readonly isLost: boolean;
}

type Create = Pick<CreateFacts, "isExecuted" | "isLost"> & { readonly label: EntryLabel };

/** The creates, grouped by the content that must be unique. The limit of the journal does not apply. */
export class Creates {
  readonly #bodies = new Map<string, Create[]>();
  readonly #bodiesWithoutIds = new Map<string, Create[]>();
  readonly #invoiceNumbers = new Map<string, Create[]>();

  add(operation: SandboxOperation, entry: JournalEntry, { digest, digestWithoutIds, ...facts }: CreateFacts): void {
    const { number, at, operationId, caller, params, body } = entry;
    const create = { ...facts, label: { number, at, operationId } };
    addToGroup(this.#bodies, JSON.stringify([operationId, caller, params, digest]), create);
    addToGroup(this.#bodiesWithoutIds, JSON.stringify([operationId, caller, params, digestWithoutIds]), create);
    if (operation.created?.param !== "invoiceId") return;
    // Invoice numbers are taken to be unique for a supplier, across requests of both kinds.
    const invoiceNumber: unknown = Reflect.get(Object(body), "invoiceNumber");
    if (invoiceNumber !== undefined) addToGroup(this.#invoiceNumbers, JSON.stringify([caller, invoiceNumber]), create);
  }

  duplicates(): Duplicate[] {
    const all = [
      ...duplicatesIn("the same body", this.#bodies, findDuplicates),
      // Two requests that differ in these ids only can be intended, unless the response to the first one was lost.
      ...duplicatesIn("the same body but for the ids of its lines", this.#bodiesWithoutIds, fromFirstLost),
      ...duplicatesIn("the same invoice number", this.#invoiceNumbers, findDuplicates),
    ];
    // Invoices with the same body also have the same number.
    return all.filter(({ entries }, index) => !all.slice(0, index).some((other) => isWithin(entries, other.entries)));
  }
}

function addToGroup(map: Map<string, Create[]>, key: string, create: Create): void {
  const group = map.get(key);
  if (group === undefined) map.set(key, [create]);
  else group.push(create);
}

function duplicatesIn(
  what: Duplicate["what"],
  map: ReadonlyMap<string, readonly Create[]>,
  find: (sorted: readonly Create[]) => readonly Create[],
): Duplicate[] {
  return [...map.values()]
    .map((creates) => find(creates.toSorted((one, other) => one.label.number - other.label.number)))
    .filter((found) => found.length > 1)
    .map((found) => ({ what, entries: found.map(({ label }) => label) }));
}

/**
 * A rejected create counts if it arrived after one whose response was lost: the sandbox rejects some creates that
 * the service might execute a second time.
 */
function findDuplicates(sorted: readonly Create[]): Create[] {
  const repeated = fromFirstLost(sorted);
  return sorted.filter((each) => each.isExecuted || repeated.includes(each));
}

function fromFirstLost(sorted: readonly Create[]): readonly Create[] {
  const first = sorted.findIndex(({ isLost }) => isLost);
  return first < 0 ? [] : sorted.slice(first);
}

const isWithin = (entries: readonly EntryLabel[], others: readonly EntryLabel[]) =>
  entries.every(({ number }) => others.some((other) => other.number === number));

/**
 * Digests that are equal for two equivalent bodies: JSON is compared without regard to the order of fields, any other
 * body byte by byte. They include the file name in the headers and exclude the boundary of a form, which differs each
 * time.
 */
export function digestsOf(
  json: unknown,
  headers: Headers,
  bytes: Uint8Array,
): { readonly digest: string; readonly digestWithoutIds: string } {
  const digestOf = (content: string) => {
    const text = [mediaType(headers), headers.get("content-disposition"), content].join("\n");
    return createHash("sha256").update(text).digest("base64");
  };
  const digest = digestOf(json === undefined ? withoutBoundary(headers, bytes) : toSortedJson(json));
  if (!isObject(json) || !Array.isArray(json["components"])) return { digest, digestWithoutIds: digest };
  const components = json["components"].map((line) => (isObject(line) ? { ...line, id: undefined } : line));
  return { digest, digestWithoutIds: digestOf(toSortedJson({ ...json, components })) };
}

function withoutBoundary(headers: Headers, bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString("latin1");
  const boundary = /boundary="?([^";]+)/i.exec(headers.get("content-type") ?? "")?.[1];
  return boundary === undefined ? text : text.replaceAll(boundary, "");
}
