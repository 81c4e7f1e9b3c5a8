import { createSandbox } from "@reg/sdk/sandbox";
import { describe, expect, it } from "vitest";
import { readFindings } from "../../../src/sandbox/shapes/findings.js";
import { untyped } from "../../support/untyped.js";
import { catchInputError, open, refusal } from "../support.js";
import { learn, refuted } from "./support.js";

const plate = "ZX-987-Y";
const withSeats = learn({ "vehicles.get": [{ licensePlate: plate, seats: 5 }] });
const withTextSeats = learn({ "vehicles.get": [{ licensePlate: plate, seats: "five" }] });

describe("the option shapes of a sandbox", () => {
  it.each([
    [
      "a result of the command verify",
      { api: "lessor", requests: 9, shapes: withSeats, assumptions: [], differences: [] },
    ],
    ["the shapes of a recorder", withSeats],
    [
      "what the command learn keeps",
      { writtenBy: "Written by npx @reg/sdk learn", ...withSeats, assumptions: [], digests: [] },
    ],
    ["a list of them", [{ assumptions: [] }, { shapes: withSeats }]],
  ])("can be %s", async (_, shapes) => {
    const { lessor } = await open({ shapes });
    expect(await refusal(lessor.vehicles.put({ licensePlate: plate, seats: "five" }))).toEqual([
      400,
      "SANDBOX-INVALID seats",
    ]);
  });

  it("merges what several runs have seen of a body", async () => {
    const { lessor } = await open({ shapes: [withSeats, withTextSeats] });
    await lessor.vehicles.put({ licensePlate: plate, seats: "five" });
    await lessor.vehicles.put({ licensePlate: plate, seats: 5 });
  });

  it("applies the last verdict on an assumption, of which not-seen is none", () => {
    const verdict = (id: string, is: string, evidence: string) => ({
      assumptions: [{ id, verdict: is, evidence }],
    });
    const number = "Invoice.invoiceNumber";
    const upload = "serviceRequests.attachments.upload.input";
    const first = [
      verdict(number, "refuted", "the field is nummer"),
      verdict(upload, "refuted", "multipart: accepted; raw: status 415"),
    ];
    const read = (...later: readonly ReturnType<typeof verdict>[]) => {
      const { invoiceFields, uploadEncoding } = readFindings([...first, ...later], 1);
      return [invoiceFields.number, uploadEncoding];
    };
    expect(read()).toEqual(["nummer", "multipart"]);
    expect(read(verdict(number, "not-seen", ""), verdict(upload, "not-seen", ""))).toEqual(["nummer", "multipart"]);
    expect(read(verdict(number, "refuted", "the field is nr"))).toEqual(["nr", "multipart"]);
    const both = verdict(upload, "confirmed", "binary: accepted; multipart: accepted");
    expect(read(verdict(number, "confirmed", "text, once"), both)).toEqual(["invoiceNumber", undefined]);
  });

  it("is read when the sandbox is created", async () => {
    const shapes = structuredClone(withSeats);
    const { lessor } = await open({ shapes });
    Reflect.set(shapes.bodies, "VehicleFields", withTextSeats.bodies["VehicleFields"]);
    await lessor.vehicles.put({ licensePlate: plate, seats: 5 });
  });

  it.each([
    ["text", "verify.json", "shapes must be the result of npx @reg/sdk verify --json"],
    ["an object without findings", {}, "shapes must be the result of npx @reg/sdk verify --json"],
    ["null", null, "shapes must be the result of npx @reg/sdk verify --json"],
    ["a list with something else", [withSeats, 5], "shapes.1 must be the result of npx @reg/sdk verify --json"],
    ["shapes of another version", { version: 2, bodies: {} }, "shapes has shapes of version 2"],
    [
      "shapes with negative counts",
      { shapes: { version: 1, bodies: { VehicleFields: { seen: -1 } } } },
      "shapes must be",
    ],
    ["shapes of an unknown body", { version: 1, bodies: { VehicleBody: { seen: 1 } } }, "has no open body VehicleBody"],
    [
      "an assumption without evidence",
      { assumptions: [{ ...refuted("Invoice.id", ""), evidence: undefined }] },
      "shapes.assumptions.0.evidence must be of type string",
    ],
  ])("cannot be %s", (_, shapes, message) => {
    expect(catchInputError(() => createSandbox({ shapes: untyped(shapes) })).message).toContain(message);
  });
});
