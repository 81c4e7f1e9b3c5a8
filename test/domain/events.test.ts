import { eventsBetween } from "@reg/sdk";
import type { ServiceRequest } from "@reg/sdk/supplier";
import { describe, expect, test } from "vitest";
import { exampleRequest } from "../support/clients.js";
import { work } from "./rules/content.js";

type Lines = Readonly<Record<string, string>>;

/** A request with the given statuses of its lines. */
function request(status: string, lines: Lines = {}, fields: object = {}): ServiceRequest {
  const components = Object.entries(lines).map(([id, code]) => ({
    ...work(),
    id,
    status: { code, description: code },
  }));
  const invoicing = { totalAmountApproved: 0, totalAmountToInvoice: 0, totalAmountInvoiced: 0 };
  return {
    ...exampleRequest,
    status,
    components,
    invoicing,
    parking: { isParked: false },
    ...fields,
  } as ServiceRequest;
}

const withPrice = ({ components, ...others }: ServiceRequest, price: number): ServiceRequest => ({
  ...others,
  components: components.map((line) => ({ ...line, price })),
});

const brief = (...states: Parameters<typeof eventsBetween>) =>
  eventsBetween(...states).map(({ type, lines }) => [type, ...lines.map(({ id }) => id)].join(" "));

const ready = { invoicing: { status: "ReadyForInvoicing", totalAmountApproved: 10, totalAmountInvoiced: 0 } };
const waiting = request("ApprovalRequested", { a: "ApprovalRequested", b: "ApprovalRequested" });

describe("the events between two states of a request", () => {
  test.each<[string, Parameters<typeof eventsBetween>, string[]]>([
    ["nothing", [waiting, { ...waiting }], []],
    [
      "an approval",
      [waiting, request("Approved", { a: "Approved", b: "Approved" }, ready)],
      ["approved a b", "ready-to-invoice"],
    ],
    ["a denial of one line", [waiting, request("Denied", { a: "Approved", b: "Denied" })], ["partly-approved b"]],
    ["a denial", [waiting, request("Denied", { a: "Denied", b: "Denied" })], ["denied a b"]],
    [
      "a line that was changed, and denied once more",
      [request("Denied", { a: "Denied" }), withPrice(request("Denied", { a: "Denied" }), 95)],
      ["changed", "submitted", "denied a"],
    ],
    [
      "a line that was changed, and approved once more",
      [request("Approved", { a: "Approved" }), withPrice(request("Approved", { a: "Approved" }), 95)],
      ["changed", "submitted", "approved a"],
    ],
    [
      "calls about lines",
      [waiting, request("Denied", { a: "CallLessor", b: "LessorWillCall" })],
      ["call-lessor a", "lessor-will-call b"],
    ],
    [
      "a line that was changed, about which the lessor asks for a call once more",
      [request("Denied", { a: "CallLessor" }), withPrice(request("Denied", { a: "CallLessor" }), 95)],
      ["changed", "submitted", "call-lessor a"],
    ],
    [
      "an approval after that of a cancellation",
      [
        request("ApprovalRequested", { a: "CancellationApproved", b: "ApprovalRequested" }),
        request("Approved", { a: "CancellationApproved", b: "Approved" }),
      ],
      ["approved b"],
    ],
    [
      "an incomplete line that is accepted",
      [waiting, request("ProvisionallyApproved", { a: "ProvisionallyApproved", b: "Approved" })],
      ["provisionally-approved a"],
    ],
    [
      "nothing to invoice",
      [
        request("ApprovalRequested", { a: "ApprovalRequested" }),
        request(
          "Approved",
          { a: "Approved" },
          { invoicing: { status: "WillNotBeInvoicedForWarrantyOrLeniencyReasons" } },
        ),
      ],
      ["approved a", "will-not-be-invoiced"],
    ],
    [
      "a draft that was changed, submitted and approved",
      [
        request("Draft", { a: "Entered" }, { vehicle: { licensePlate: "AB-123-C", partialVin: "1" } }),
        request("Approved", { a: "Approved" }, ready),
      ],
      ["changed", "submitted", "approved a", "ready-to-invoice"],
    ],
    [
      "a change of a denied request",
      [request("Denied", { a: "Denied" }), request("Modified", { a: "Changed" })],
      ["changed"],
    ],
    [
      "a change of a request of which a line was denied",
      [waiting, request("Modified", { a: "Denied", b: "Changed" })],
      ["changed"],
    ],
    [
      "a second review with the same result",
      [request("Denied", { a: "Denied", b: "Denied" }), request("Denied", { a: "Denied", b: "Approved" })],
      ["submitted", "partly-approved a"],
    ],
    ["a request that was not known", [undefined, waiting], ["created", "submitted"]],
    ["an approved request that is archived", [request("Approved"), "archived"], ["archived"]],
    ["a draft that is archived", [request("Draft"), "archived"], ["submitted", "approved", "archived"]],
    ["a draft that is removed", [request("Draft"), "removed"], ["draft-deleted"]],
    ["a denied request that is not found", [request("Denied"), "removed"], []],
    ["an approved request that is not found", [request("Approved"), "removed"], []],
    ["a denied request that is archived", [request("Denied"), "archived"], ["submitted", "approved", "archived"]],
    ["a request that was neither known nor there", [undefined, "archived"], []],
    ["a status that is not known", [waiting, request("OnHold", { a: "OnHold", b: "OnHold" })], ["changed"]],
    [
      "lines that the service leaves out",
      [waiting, request("Denied", {}, { components: null, parking: null, invoicing: null })],
      ["changed"],
    ],
  ])("%s", (_, states, expected) => {
    expect(brief(...states)).toEqual(expected);
  });

  test("have the request before and after, and the lines concerned", () => {
    const after = request("Denied", { a: "Approved", b: "Denied" });
    const [event] = eventsBetween(waiting, after);
    expect(event).toEqual({
      type: "partly-approved",
      request: after,
      lines: [after.components[1]],
      before: waiting,
      after,
    });
    expect(eventsBetween(after, "archived")[0]).toMatchObject({ request: after, before: after, after: undefined });
  });
});
