import { SandboxDefect } from "@reg/sdk/sandbox";
import { describe, expect, it } from "vitest";
import { checkResponse } from "../../../src/sandbox/messages/check-response.js";
import { serializeReply } from "../../../src/sandbox/messages/reply.js";
import { operations } from "../../../src/sandbox/messages/router.js";
import { failure } from "../../support/errors.js";
import { untyped } from "../../support/untyped.js";
import { open, problemOf, refusal, repair, work } from "../support.js";

describe("the check of a request against the OpenAPI document", () => {
  it.each([
    ["a missing field", { status: "Draft" }, ["SANDBOX-REQUIRED vehicle"]],
    ["a wrong type", { status: "Draft", vehicle: { licensePlate: 7 } }, ["SANDBOX-INVALID vehicle.licensePlate"]],
    ["a status that only the lessor sets", { ...repair(), status: "Approved" }, ["SANDBOX-INVALID status"]],
    ["a list instead of an object", [], ["SANDBOX-INVALID body"]],
  ])("rejects a body with %s", async (_, body, expected) => {
    const { supplier } = await open();
    expect(await refusal(supplier.serviceRequests.create(untyped(body)))).toEqual([400, ...expected]);
  });

  it("accepts a GUID of any version", async () => {
    const { supplier } = await open();
    const components = [work({ id: "00000000-aaaa-0000-0000-00000000000F" })];
    await supplier.serviceRequests.create(repair({ components }));
  });

  it("rejects a date that does not exist", async () => {
    const { supplier } = await open();
    const request = { ...repair(), appointment: { workshopDate: "2026-02-31" } };
    const { errors } = await failure(supplier.serviceRequests.create(request), "validation");
    expect(errors[0]?.description).toBe("appointment.workshopDate must be a date that exists, as yyyy-MM-dd.");
  });

  it.each([
    ["/v2/servicerequests/one", "SANDBOX-INVALID", "id must be a GUID."],
    ["/v2/lessors/abc/contracts/AB-123-C", "SANDBOX-INVALID", "lessorId must be of type number."],
    ["/v2/lessors/notifications?showInactiveNotifications=yes", "SANDBOX-INVALID", undefined],
    ["/v2/lessors?page=2", "SANDBOX-PARAMETER", "page is not a parameter of this operation."],
    [
      "/v2/lessors/notifications?lessor=1001",
      "SANDBOX-PARAMETER",
      "lessor is not a parameter of this operation; did you mean lessorId?",
    ],
    [
      "/v2/servicerequests?licencePlate=AB-123-C",
      "SANDBOX-PARAMETER",
      "licencePlate is not a parameter of this operation; did you mean licensePlate?",
    ],
    ["/v2/damageservicerequests?licenseplate=AB-123-C", "SANDBOX-PARAMETER", undefined],
    ["/v2/tires?makeCodes=50", "SANDBOX-PARAMETER", undefined],
  ])("rejects an invalid path or query: %s", async (path, code, description) => {
    const { sandbox } = await open();
    const headers = { authorization: `Bearer ${await sandbox.supplier.token()}` };
    const response = await sandbox.fetch(`${sandbox.supplier.baseUrl}${path}`, { headers });
    expect(response.status).toBe(400);
    const { errors } = await problemOf(response);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ code, ...(description === undefined ? {} : { description }) });
  });
});

it.each([
  "/v2/servicerequests?page=2&workOrderNumber=WO-1",
  "/v2/servicerequests?licenses=1&plate=2",
  "/v2/requests?licencePlate=AB-123-C",
  "/v2/contracts/AB-123-C?date=2026-06-15",
  "/v2/contracts/AB-123-C/components?code=1101",
  "/v2/tire?id=501&eanCode=4000000000501",
  "/v2/tires?makeCode=50&makeCode=40&seasonIndicator=Winter&seasonIndicator=Summer",
])("a parameter is accepted where the reference says that there are more than it names: %s", async (path) => {
  const { sandbox } = await open();
  const headers = { authorization: `Bearer ${await sandbox.supplier.token()}` };
  expect((await sandbox.fetch(`${sandbox.supplier.baseUrl}${path}`, { headers })).status).toBe(200);
});

describe("the check of a response against the OpenAPI document", () => {
  const findOperation = (id: string) => {
    const found = operations.find((each) => each.id === id);
    if (found === undefined) throw new Error(id);
    return found;
  };
  it.each([
    ["lessors.list", { status: 418 }, "the document has no response 418"],
    ["serviceRequests.list", { status: 200, json: {} }, "in the response 200, serviceRequests is missing"],
    ["serviceRequests.get", { status: 200 }, "in the response 200, the body is missing"],
    ["serviceRequests.invoices.create", { status: 201, json: {} }, "the response 201 has no Location"],
    ["serviceRequests.delete", { status: 204, json: {} }, "the document promises no JSON in the response 204"],
    ["serviceRequests.attachments.get", { status: 200 }, "the response 200 must contain a file"],
    [
      "serviceRequests.invoices.pdf.get",
      { status: 200, file: { name: undefined, type: "image/png", bytes: new Uint8Array(1) } },
      "the document has no file of the type image/png in the response 200",
    ],
    ["serviceRequests.get", { status: 400, json: { status: 400 } }, "in the response 400, type is missing"],
  ])("reports the defective response of %s: %j", (id, reply, message) => {
    expect(() => checkResponse(findOperation(id), serializeReply(reply))).toThrow(SandboxDefect);
    expect(() => checkResponse(findOperation(id), serializeReply(reply))).toThrow(message);
  });
});
