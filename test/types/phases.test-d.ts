import {
  allowedOperations,
  can,
  canLine,
  isInPhase,
  type Phase,
  phaseByStatus,
  phaseOf,
  type RequestOperation,
  type ServiceRequest,
  type ServiceRequestListItem,
} from "@reg/sdk";
import { expectTypeOf, test } from "vitest";

declare const request: ServiceRequest;
declare const item: ServiceRequestListItem;

test("a phase narrows the status to those that stand for it", () => {
  if (isInPhase(request, "Response")) {
    expectTypeOf(request.status).toEqualTypeOf<"Modified" | "ProvisionallyApproved" | "Denied">();
    expectTypeOf(request.components).toEqualTypeOf<ServiceRequest["components"]>();
    expectTypeOf(phaseByStatus[request.status].phase).toEqualTypeOf<"Response">();
  }
  if (isInPhase(item, "Draft")) expectTypeOf(item.status).toEqualTypeOf<"Draft">();
  if (isInPhase(item, "Archived")) expectTypeOf(item.status).toBeNever();
  else expectTypeOf(item.status).toEqualTypeOf<ServiceRequestListItem["status"]>();
  const either: "Draft" | "Invoicing" = Math.random() < 0.5 ? "Draft" : "Invoicing";
  if (isInPhase({ status: "Draft" }, either))
    expectTypeOf(phaseOf(request)).toEqualTypeOf<Phase | undefined>();
  // @ts-expect-error no such phase
  isInPhase(request, "Approved");
});

test("operations are those about one request, of the kind that is asked for", () => {
  can(request, "serviceRequests.patch");
  can(item, "damageServiceRequests.components.cancel");
  // @ts-expect-error needs no request
  can(request, "serviceRequests.list");
  // @ts-expect-error makes one
  can(request, "damageServiceRequests.create");
  // @ts-expect-error about something else
  can(request, "lessors.get");
  // @ts-expect-error misspelt
  can(request, "serviceRequests.pach");
  expectTypeOf(allowedOperations(request)).toEqualTypeOf<readonly RequestOperation<"service">[]>();
  expectTypeOf(allowedOperations(item, "damage")).toEqualTypeOf<readonly RequestOperation<"damage">[]>();
  expectTypeOf<"serviceRequests.invoiceTemplate.get">().toExtend<RequestOperation<"service">>();
  expectTypeOf<"damageServiceRequests.get">().not.toExtend<RequestOperation<"service">>();
});

test("a line that was read and one that is written both do", () => {
  for (const line of request.components) canLine(line, "cancel");
  // @ts-expect-error the lessor's step
  canLine({}, "approve");
});
