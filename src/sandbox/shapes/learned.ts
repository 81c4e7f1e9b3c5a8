import { pathTo, placesAt, replaceAt } from "../../base/json-places.js";
import { isSuccess } from "../../base/status.js";
import { hashText } from "../../base/text.js";
import type { OpenPlaces } from "../../document/open-places.js";
import { knownFieldsOf, returnedAs } from "../../document/shapes/open-places.js";
import { shapeOf } from "../../document/shapes/shapes.js";
import type { BodyShapes, Shape } from "../../document/shapes/types.js";
import type { RegProblemEntry } from "../../errors/problem.js";
import { lessorOpenPlaces } from "../../generated/lessor/open-places.js";
import { supplierOpenPlaces } from "../../generated/supplier/open-places.js";
import { seededRandom } from "../common/random.js";
import { rejectIfAny, sandboxEntry } from "../messages/problem.js";
import type { SerializedReply } from "../messages/reply.js";
import type { Route, SandboxOperation } from "../messages/router.js";
import { violationOf } from "../schema/request.js";
import { completeValue, type Origin, type ShapeIssue, shapeIssues } from "./shape.js";

interface LearnedBodiesParts {
  readonly shapes: BodyShapes["bodies"];
  /** The names of fields that the document has and the service has not. */
  readonly refutedFields: ReadonlySet<string>;
  readonly seed: number;
}

/** The request bodies of a sandbox in the learned shapes, and its responses. Without shapes, nothing changes. */
export class LearnedBodies {
  readonly #parts: LearnedBodiesParts;

  constructor(parts: LearnedBodiesParts) {
    this.#parts = parts;
  }

  /**
   * Checks the open places of a request body.
   *
   * @throws ProblemError 400 with all violations
   */
  checkOpenPlaces({ api, id }: SandboxOperation, body: unknown, acceptsUnknownFields: boolean): void {
    const issues = this.#placesIn(openPlaces[api].operations[id]?.request).flatMap(({ name, shape, segments }) => {
      const declared = this.#declaredFields(name);
      return placesAt(body, segments).flatMap((place) =>
        shapeIssues(place.value, shape, { path: pathTo(place), declared }),
      );
    });
    const relevant = issues.filter(({ isUnknownField }) => !(isUnknownField && acceptsUnknownFields));
    rejectIfAny(relevant.map(toEntry));
  }

  /**
   * Brings the open places of a response into the learned shapes. Values are made up from the seed, the parameters of
   * the path and the place, so that every read returns the same values.
   */
  completeReply({ operation: { api, id }, params }: Route, reply: SerializedReply): SerializedReply {
    const places = this.#placesIn(openPlaces[api].operations[id]?.response);
    if (places.length === 0 || !isSuccess(reply.status) || reply.text === undefined) return reply;
    const resource = JSON.stringify([this.#parts.seed, params]);
    let json: unknown = JSON.parse(reply.text);
    for (const { name, shape, segments } of places)
      for (const place of placesAt(json, segments)) {
        const completed = completeValue(place.value, shape, {
          origin: origins[name] ?? "made-up",
          declared: this.#declaredFields(name),
          pointer: pathTo(place)
            .map((key) => `/${key}`)
            .join(""),
          randomAt: (pointer) => seededRandom(hashText(`${resource} ${name} ${pointer}`)),
        });
        json = replaceAt(json, place, completed);
      }
    return { ...reply, json, text: JSON.stringify(json) };
  }

  /** The sandbox returns what it has stored, so a request can have the fields of the response. */
  #declaredFields(name: string): ReadonlySet<string> {
    const known = [name, returnedAs(name) ?? name].flatMap((key) => knownFieldsOf(key) ?? []);
    return new Set(known.filter((field) => !this.#parts.refutedFields.has(field)));
  }

  /** The open places with a learned shape, the outer ones first. */
  #placesIn(places: OpenPlaces = {}): OpenPlace[] {
    return Object.entries(places)
      .flatMap(([pointer, name]) => {
        const shape = shapeOf(name, this.#parts.shapes);
        return shape === undefined ? [] : [{ name, shape, segments: pointer.split("/").slice(1) }];
      })
      .sort((one, other) => one.segments.length - other.segments.length);
  }
}

const openPlaces = { supplier: supplierOpenPlaces, lessor: lessorOpenPlaces } as const;

interface OpenPlace {
  readonly name: string;
  readonly shape: Shape;
  /** The pointer of the place, in which `*` stands for every entry of a list. */
  readonly segments: readonly string[];
}

/** The bodies in which the sandbox returns what a client or the service stored; it makes up all others. */
const origins: Readonly<Record<string, Origin>> = {
  ...Object.fromEntries(Object.values(lessorOpenPlaces.returnedAs).map((name) => [name, "stored"] as const)),
  ServiceRequestExtraFields: "stored",
  InvoiceIdentityFields: "stored",
  InvoiceFields: "stored",
  InvoiceListBody: "list",
  VatLineFields: "stored",
};

function toEntry(issue: ShapeIssue): RegProblemEntry {
  const entry = violationOf(issue);
  if (!issue.isUnknownField) return entry;
  return sandboxEntry("UNKNOWN-FIELD", entry.description, String(entry.context["fieldName"]));
}
