import { describe, expect, it } from "vitest";
import { checkResponse, SandboxDefect } from "../../../src/sandbox/schema/response.js";
import { serializeReply } from "../../../src/sandbox/server/reply.js";
import { operations } from "../../../src/sandbox/server/router.js";
import { untyped } from "../../support/untyped.js";
import { checkReferenceTags } from "../reference.js";
import { open, problemOf, refusal, repair, work } from "../support.js";

checkReferenceTags();

describe("the check of a request against the OpenAPI document", () => {
  it.each([
    ["a missing field", { status: "Draft" }, ["SANDBOX-REQUIRED vehicle"]],
    [
      "a wrong type",
      { status: "Draft", vehicle: { licensePlate: 7 } },
      ["SANDBOX-INVALID vehicle.licensePlate"],
    ],
    ["a status that only the lessor sets", { ...repair(), status: "Approved" }, ["SANDBOX-INVALID status"]],
    [
      "a date that does not exist [S2.1.DATE]",
      repair({ appointment: { workshopDate: "2026-02-30" } }),
      ["SANDBOX-INVALID appointment.workshopDate"],
    ],
    [
      "a year before 2000 or after 2100",
      repair({ appointment: { workshopDate: "1999-12-31", checkoutDate: "2101-01-01T00:00:00Z" } }),
      ["SANDBOX-INVALID appointment.workshopDate", "SANDBOX-INVALID appointment.checkoutDate"],
    ],
    [
      "an id that is not a GUID",
      repair({ components: [work({ id: "one" })] }),
      ["SANDBOX-INVALID components[0].id"],
    ],
    [
      "a number with a comma [S2.1.VALUE]",
      repair({ components: [work({ value: "7,5" })] }),
      ["SANDBOX-INVALID components[0].value"],
    ],
    [
      "a part that is not a tire [S2.4.BASE]",
      repair({ components: [work({ part: untyped({ partType: "Base" }) })] }),
      ["SANDBOX-INVALID components[0].part.partType"],
    ],
    [
      "warranty and leniency that are not texts",
      repair({ components: [work({ warranty: untyped(1), leniency: untyped(true) })] }),
      ["REG-SVC000175 components[0].warranty", "REG-SVC000176 components[0].leniency"],
    ],
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

  it("describes the expected value of each field", async () => {
    const { sandbox } = await open();
    const headers = {
      authorization: `Bearer ${await sandbox.supplier.token()}`,
      "content-type": "application/json",
    };
    const body = JSON.stringify({ status: "Sent", vehicle: {}, appointment: { workshopDate: "15-06-2026" } });
    const url = `${sandbox.supplier.baseUrl}/v2/servicerequests`;
    const { errors } = (await problemOf(await sandbox.fetch(url, { method: "POST", headers, body }))) as {
      errors: { code: string; description?: string }[];
    };
    expect(errors.map(({ description }) => description)).toEqual([
      "status must be Draft or ApprovalRequested.",
      "vehicle.licensePlate is missing: it must be of type string.",
      "appointment.workshopDate must be a date as yyyy-MM-dd.",
      "appointment.workshopDate must be in a year from 2000 to 2100.",
    ]);
  });

  it.each([
    ["/v2/servicerequests/one", "SANDBOX-INVALID", "id must be a GUID."],
    ["/v2/lessors/abc/contracts/AB-123-C", "SANDBOX-INVALID", "lessorId must be of type number."],
    ["/v2/lessors/notifications?showInactiveNotifications=yes", "SANDBOX-INVALID", undefined],
    ["/v2/lessors?page=2", "SANDBOX-PARAMETER", "page is not a parameter of this operation."],
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
    [
      "serviceRequests.delete",
      { status: 204, json: {} },
      "the document promises no JSON in the response 204",
    ],
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
