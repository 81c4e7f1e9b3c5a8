import { createShapeRecorder } from "@reg/sdk/validation";
import { describe, expect, it } from "vitest";

const headers = new Headers();

/** Records success responses with these bodies, and returns the shapes. */
function record(operationId: string, bodies: readonly unknown[], values: readonly string[] = []) {
  const recorder = createShapeRecorder({ values });
  for (const body of bodies) recorder.inspect({ operationId, status: 200, headers, body });
  return recorder.shapes().bodies;
}

describe("a recorder of shapes", () => {
  it("reports no differences", () => {
    const recorder = createShapeRecorder();
    expect(recorder.mode).toBe("report");
    const body = [{ date: 1 }];
    expect(recorder.inspect({ operationId: "vehicles.mileages.get", status: 200, headers, body })).toEqual([]);
    expect(recorder.shapes()).toEqual({ version: 1, bodies: { MileagesBody: expect.anything() } });
  });

  it.each([
    ["an error response", { operationId: "vehicles.mileages.get", status: 404, body: [] }],
    ["a response without a body", { operationId: "vehicles.mileages.get", status: 204, body: undefined }],
    ["an operation without open bodies", { operationId: "serviceRequests.list", status: 200, body: {} }],
    ["an operation with the name of an inherited property", { operationId: "toString", status: 200, body: {} }],
  ])("ignores %s", (_, response) => {
    const recorder = createShapeRecorder();
    recorder.inspect({ headers, ...response });
    expect(recorder.shapes().bodies).toEqual({});
  });

  it("records only the fields that the document does not show", () => {
    const { VehicleFields } = record("vehicles.get", [{ licensePlate: "AB-12-C", make: "A" }]);
    expect(Object.keys(VehicleFields?.object?.fields ?? {})).toEqual(["make"]);
  });

  it("records the content as clients return it, without the envelope", () => {
    const documented = { data: { id: "x", remarks: "a" }, meta: {} };
    expect(record("serviceRequests.get", [documented])["ServiceRequestExtraFields"]?.object?.fields).toEqual({
      remarks: expect.objectContaining({ seen: 1 }),
    });
    const undocumented = { data: [{ date: "2026-06-15" }] };
    expect(record("vehicles.mileages.get", [undocumented])["MileagesBody"]?.list?.seen).toBe(1);
  });

  it("records the entries of a list and the parts of an object that are open as well", () => {
    const invoices = [{ invoiceNumber: "1", paid: true, vatLines: [{ rate: 21 }, { rate: 9 }] }, {}];
    const bodies = record("serviceRequests.invoices.list", [invoices]);
    expect(Object.keys(bodies).sort()).toEqual(["InvoiceFields", "InvoiceListBody", "VatLineFields"]);
    expect(Object.keys(bodies["InvoiceListBody"]?.list?.items?.object?.fields ?? {})).toContain("invoiceNumber");
    expect(bodies["InvoiceFields"]?.object).toMatchObject({ seen: 2, fields: { paid: { seen: 1 } } });
    expect(bodies["VatLineFields"]?.object).toMatchObject({ seen: 2, fields: { rate: { seen: 2 } } });
  });

  it("records the accepted requests under keys of their own, without the fields that the document shows", () => {
    const recorder = createShapeRecorder();
    const patch = (status: number, sent: unknown) =>
      recorder.inspect({ operationId: "serviceRequests.patch", status, headers, body: undefined, sent });
    patch(200, { status: "ApprovalRequested" });
    patch(200, { theirRemarks: "by bus", "AB-12-C": 1, bus: { bus: 1 } });
    patch(400, { rejected: 1 });
    recorder.inspect({ operationId: "serviceRequests.get", status: 200, headers, body: { data: { remarks: "x" } } });
    const { ServiceRequestPatchFields, ServiceRequestExtraFields } = recorder.shapes().bodies;
    expect(ServiceRequestPatchFields?.object).toMatchObject({ seen: 2, fields: { theirRemarks: { seen: 1 } } });
    expect(Object.keys(ServiceRequestPatchFields?.object?.fields ?? {})).toEqual(["theirRemarks", "bus"]);
    expect(Object.keys(ServiceRequestExtraFields?.object?.fields ?? {})).toEqual(["remarks"]);
  });

  it("records the entries of lists in a request", () => {
    const recorder = createShapeRecorder();
    const sent = { identitySender: { name: "A", kvk: 1 }, vatLines: [{ rate: 21 }, { rate: 9 }], total: 1, ref: "x" };
    recorder.inspect({ operationId: "serviceRequests.invoices.create", status: 201, headers, body: undefined, sent });
    const { bodies } = recorder.shapes();
    const fieldsOf = (key: string) => Object.keys(bodies[key]?.object?.fields ?? {});
    expect(Object.keys(bodies).map((key) => [key, ...fieldsOf(key)])).toEqual([
      ["InvoiceCreateFields", "ref"],
      ["InvoiceIdentityInputFields", "kvk"],
      ["VatLineInputFields", "rate"],
    ]);
  });

  it("does not record names that are a text of the same body, or given", () => {
    const body = { owner: "Jansen", shares: { Jansen: 1, Pietersen: 2, total: 3 } };
    const { VehicleFields } = record("vehicles.get", [body], ["Pietersen"]);
    const shares = VehicleFields?.object?.fields["shares"]?.object;
    expect(Object.keys(shares?.fields ?? {})).toEqual(["total"]);
    expect(shares?.entries?.seen).toBe(2);
  });

  it("records names that look like values, or are a text of the same body, if they are given as names", () => {
    const recorder = createShapeRecorder({ names: ["rate30", "make"] });
    const body = { rate30: 1, rate45: 2, make: "make" };
    recorder.inspect({ operationId: "vehicles.get", status: 200, headers, body });
    const { fields = {}, entries } = recorder.shapes().bodies["VehicleFields"]?.object ?? {};
    expect(Object.keys(fields)).toEqual(["rate30", "make"]);
    expect(entries?.seen).toBe(1);
  });

  it("does not record a name that contains a secret of the call", () => {
    const recorder = createShapeRecorder();
    const body = { "x-abcSecretToken": 1, make: 2 };
    const redact = (text: string) => text.replace("SecretToken", "[redacted]");
    recorder.inspect({ operationId: "vehicles.get", status: 200, headers, body, redact });
    expect(Object.keys(recorder.shapes().bodies["VehicleFields"]?.object?.fields ?? {})).toEqual(["make"]);
  });

  it("records a field as always present whose name is a text of some bodies", () => {
    const bodies = [
      { color: "make", make: 1 },
      { color: "red", make: 2 },
      { color: "make", make: 3 },
    ];
    const { VehicleFields } = record("vehicles.get", bodies);
    expect(VehicleFields?.object).toMatchObject({ seen: 3, fields: { make: { seen: 3 } } });
    expect(VehicleFields?.object?.entries).toBeUndefined();
  });

  it("examines at most 10,000 places of all bodies, also of nested ones", () => {
    const letters = [..."abcdefghijklmnopqrstuvwxyz"];
    const names = letters.flatMap((a) => letters.slice(0, 6).map((b) => `${a}${b}`));
    const objectOf = (value: unknown) => Object.fromEntries(names.map((name) => [name, value]));
    const bodies = record("vehicles.get", [objectOf(objectOf("x"))]);
    const examined = JSON.stringify(bodies).match(/"(text|object)":/g) ?? [];
    expect(names.length ** 2).toBeGreaterThan(20_000);
    // The body itself is one more.
    expect(examined).toHaveLength(10_001);
    expect(JSON.stringify(bodies)).toContain('"entries":{"seen":');
  });

  it("returns no value of any field", () => {
    const canaries = { text: "canary", number: 987_654.25, whole: 123_456_789, date: "2031-07-30" };
    const body = { ...canaries, list: [canaries], nested: { "AB-12-C": canaries, canary: canaries } };
    const shapes = JSON.stringify(record("vehicles.get", [body, { ...body, licensePlate: "AB-12-C" }]));
    for (const value of [...Object.values(canaries), "AB-12-C"]) expect(shapes).not.toContain(String(value));
  });
});
