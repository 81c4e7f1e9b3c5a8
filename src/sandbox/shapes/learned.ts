import type { RegProblemEntry } from "../../errors/problem.js";
import type { OpenPlaces } from "../../generated/holes.js";
import { lessorHoles } from "../../generated/lessor/holes.js";
import { supplierHoles } from "../../generated/supplier/holes.js";
import { knownFieldsOf } from "../../shapes/holes.js";
import type { Shape } from "../../shapes/types.js";
import { seededRandom } from "../random.js";
import { violationOf } from "../schema/request.js";
import { refuseIfAny, sandboxEntry } from "../server/problem.js";
import type { SerializedReply } from "../server/reply.js";
import type { Route, SandboxOperation } from "../server/router.js";
import { completeValue, type Origin, type ShapeIssue, shapeIssues } from "./shape.js";

/** What the learned bodies of a sandbox are made from. */
export interface LearnedBodiesParts {
  /** The shapes of open bodies, by their keys in `OpenTypes`. */
  readonly shapes: ReadonlyMap<string, Shape>;
  /** The names of fields that the document has and the service has not. */
  readonly refutedFields: ReadonlySet<string>;
  readonly seed: number;
}

/** The request bodies of a sandbox in the learned shapes, and its responses. Without shapes, nothing changes. */
export class LearnedBodies {
  readonly #shapes: LearnedBodiesParts["shapes"];
  readonly #refutedFields: LearnedBodiesParts["refutedFields"];
  readonly #seed: number;

  constructor({ shapes, refutedFields, seed }: LearnedBodiesParts) {
    this.#shapes = shapes;
    this.#refutedFields = refutedFields;
    this.#seed = seed;
  }

  /**
   * Checks the open places of a request body.
   *
   * @throws ProblemError 400 with all violations
   */
  checkRequest({ api, id }: SandboxOperation, body: unknown, acceptsUnknownFields: boolean): void {
    const issues = this.#placesIn(holes[api].operations[id]?.request).flatMap(({ name, shape, segments }) => {
      const declared = this.#declaredFields(name);
      return findPlaces(body, segments).flatMap(({ value, path }) =>
        shapeIssues(value, shape, { path, declared }),
      );
    });
    const relevant = issues.filter(({ isUnknownField }) => !(isUnknownField && acceptsUnknownFields));
    refuseIfAny(relevant.map(toEntry));
  }

  /**
   * Brings the open places of a response into the learned shapes. Values are made up from the seed, the parameters of the
   * path and the place, so that every read returns the same values.
   */
  completeReply({ operation: { api, id }, params }: Route, reply: SerializedReply): SerializedReply {
    const places = this.#placesIn(holes[api].operations[id]?.response);
    const isSuccess = reply.status >= 200 && reply.status < 300;
    if (places.length === 0 || !isSuccess || reply.text === undefined) return reply;
    const resource = JSON.stringify([this.#seed, params]);
    const complete = (body: unknown, { name, shape, segments }: OpenPlace) =>
      replacePlaces(body, segments, (value, pointer) =>
        completeValue(value, shape, {
          origin: origins[name] ?? "made-up",
          declared: this.#declaredFields(name),
          pointer,
          randomAt: (place) => seededRandom(hashOf(`${resource} ${name} ${place}`)),
        }),
      );
    const json = places.reduce<unknown>(complete, JSON.parse(reply.text));
    return { ...reply, json, text: JSON.stringify(json) };
  }

  /** The names of the fields that the document describes of an object. */
  #declaredFields(name: string): ReadonlySet<string> {
    const known = knownFieldsOf(name) ?? [];
    return new Set(known.filter((field) => !this.#refutedFields.has(field)));
  }

  /** The open places with a learned shape, the outer ones first. */
  #placesIn(places: OpenPlaces = {}): OpenPlace[] {
    return Object.entries(places)
      .flatMap(([pointer, name]) => {
        const shape = this.#shapes.get(name);
        return shape === undefined ? [] : [{ name, shape, segments: pointer.split("/").slice(1) }];
      })
      .sort((one, other) => one.segments.length - other.segments.length);
  }
}

const holes = { supplier: supplierHoles, lessor: lessorHoles } as const;

interface OpenPlace {
  readonly name: string;
  readonly shape: Shape;
  /** The pointer of the place, in which `*` stands for every entry of a list. */
  readonly segments: readonly string[];
}

/** The bodies in which the sandbox returns what a client or the service stored; it makes up all others. */
const origins: Readonly<Record<string, Origin>> = {
  ...Object.fromEntries(
    Object.values(lessorHoles.operations)
      .flatMap(({ request = {} }) => Object.values(request))
      .map((name) => [name, "stored"] as const),
  ),
  ServiceRequestExtraFields: "stored",
  InvoiceIdentityFields: "stored",
  InvoiceFields: "stored",
  InvoiceListBody: "list",
  VatLineFields: "stored",
};

interface FoundPlace {
  readonly value: unknown;
  readonly path: readonly PropertyKey[];
}

/** Finds the values at a place, which can be several in lists. */
function findPlaces(
  value: unknown,
  [segment, ...rest]: readonly string[],
  path: readonly PropertyKey[] = [],
): FoundPlace[] {
  if (segment === undefined) return [{ value, path }];
  if (segment === "*")
    return Array.isArray(value)
      ? value.flatMap((item, index) => findPlaces(item, rest, [...path, index]))
      : [];
  if (!hasField(value, segment)) return [];
  return findPlaces(value[segment], rest, [...path, segment]);
}

/** Copies a value with other values at a place. */
function replacePlaces(
  value: unknown,
  [segment, ...rest]: readonly string[],
  replace: (value: unknown, pointer: string) => unknown,
  pointer = "",
): unknown {
  if (segment === undefined) return replace(value, pointer);
  if (segment === "*")
    return Array.isArray(value)
      ? value.map((item, index) => replacePlaces(item, rest, replace, `${pointer}/${index}`))
      : value;
  if (!hasField(value, segment)) return value;
  return { ...value, [segment]: replacePlaces(value[segment], rest, replace, `${pointer}/${segment}`) };
}

function hasField(value: unknown, name: string): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && Object.hasOwn(value, name);
}

function toEntry(issue: ShapeIssue): RegProblemEntry {
  const entry = violationOf(issue);
  if (!issue.isUnknownField) return entry;
  return sandboxEntry("UNKNOWN-FIELD", entry.description, String(entry.context["fieldName"]));
}

/** A 32-bit hash (FNV-1a). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
