import * as z from "zod/mini";
import { isObject } from "../../base/json.js";
import type { UploadEncoding } from "../../base/kinds.js";
import { isOpenKey } from "../../document/shapes/open-places.js";
import { fieldNamedIn, findingSchema, mergeShapes, noShapes, readShapes } from "../../document/shapes/shapes.js";
import {
  appliedAssumptions,
  type BodyShapes,
  type GivenShapes,
  type ServiceFindings,
} from "../../document/shapes/types.js";
import { RegInputError } from "../../errors/errors.js";
import { checkInput } from "../../errors/input.js";
import { LearnedBodies } from "./learned.js";

/** What was found out about a service, or only the shapes of its bodies. */
export type GivenFindings = ServiceFindings | GivenShapes;

/** What a sandbox knows of a service beyond the OpenAPI documents. */
export interface LearnedService {
  readonly bodies: LearnedBodies;
  /** The only encoding of uploads that is accepted; undefined: both are. */
  readonly uploadEncoding: UploadEncoding | undefined;
  readonly invoiceFields: InvoiceFields;
}

/** The names of fields of an invoice that the reference does not show. */
export interface InvoiceFields {
  readonly number: string;
  readonly date: string;
  /** The id that the service gives to an invoice. */
  readonly id: string;
}

const assumedInvoiceFields: InvoiceFields = { number: "invoiceNumber", date: "invoiceDate", id: "id" };

const notSeen = { verdict: "not-seen", evidence: "" };

/**
 * The evidence of `npx @reg/sdk verify --write`, which tries both encodings, for each encoding that is the only
 * accepted one.
 */
const onlyAccepted: readonly (readonly [UploadEncoding, verdict: string, evidence: RegExp])[] = [
  ["multipart", "refuted", /^multipart: accepted/],
  ["binary", "confirmed", /^binary: accepted.*; multipart: (?!accepted)/],
];

/**
 * Reads what was found out, from one or several reports. Of several verdicts on the same assumption, the last one
 * counts, because a service may have changed; `not-seen` is none.
 *
 * @throws RegInputError that names the first invalid field
 */
export function readFindings(given: GivenFindings | readonly GivenFindings[], seed: number): LearnedService {
  const all = isList(given) ? given : [given];
  for (const [index, each] of all.entries()) checkFindings(each, isList(given) ? `shapes.${index}` : "shapes");
  const findings = all.flatMap((each) => ("assumptions" in each ? (each.assumptions ?? []) : []));
  const verdicts = new Map(findings.filter(({ verdict }) => verdict !== "not-seen").map((each) => [each.id, each]));
  const fieldName = (fact: keyof InvoiceFields) => {
    const { verdict, evidence } = verdicts.get(appliedAssumptions[fact]) ?? notSeen;
    return (verdict === "refuted" ? fieldNamedIn(evidence) : undefined) ?? assumedInvoiceFields[fact];
  };
  const invoiceFields = { number: fieldName("number"), date: fieldName("date"), id: fieldName("id") };
  // Of these, the document describes the number and the date.
  const { number, date } = assumedInvoiceFields;
  const refutedFields = [number, date].filter((name) => !Object.values<string>(invoiceFields).includes(name));
  const bodies = bodiesOf(all);
  const upload = verdicts.get(appliedAssumptions.upload) ?? notSeen;
  const [uploadEncoding] =
    onlyAccepted.find(([, verdict, evidence]) => upload.verdict === verdict && evidence.test(upload.evidence)) ?? [];
  return {
    bodies: new LearnedBodies({
      shapes: bodies,
      refutedFields: new Set(refutedFields),
      seed,
    }),
    uploadEncoding,
    invoiceFields,
  };
}

/**
 * Checks what was found out.
 *
 * @param name names it in the error, such as the path of its file
 * @throws RegInputError that names the first invalid field
 */
export function checkFindings(given: unknown, name: string): asserts given is GivenFindings {
  if (!isObject(given) || ["shapes", "assumptions", "bodies"].every((field) => given[field] === undefined))
    throw new RegInputError(
      name,
      "must be the result of npx @reg/sdk verify --json, what npx @reg/sdk learn keeps, or the shapes in it",
    );
  checkInput(assumptionsSchema, given, { below: name });
  if (given["shapes"] === undefined && given["bodies"] === undefined) return;
  const unknown = Object.keys(readShapes(given, name).bodies).find((key) => !isOpenKey(key));
  if (unknown !== undefined)
    throw new RegInputError(name, `must be of this version of the package, which has no open body ${unknown}`);
}

/** The shapes of all open bodies that were seen, by their keys in `OpenTypes`. */
export const bodiesOf = (all: readonly GivenFindings[]): BodyShapes["bodies"] =>
  all.map(shapesOf).reduce(mergeShapes, noShapes).bodies;

const isList = (given: GivenFindings | readonly GivenFindings[]): given is readonly GivenFindings[] =>
  Array.isArray(given);

const shapesOf = (given: GivenFindings): BodyShapes =>
  ("bodies" in given ? given : given.shapes) === undefined ? noShapes : readShapes(given, "shapes");

/** `readShapes` checks the rest. */
const assumptionsSchema = z.object({ assumptions: z.optional(z.array(findingSchema)) });
