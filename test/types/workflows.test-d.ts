import {
  type FoundInvoice,
  foundInvoicesOf,
  type InvoiceOptions,
  type InvoiceResult,
  type LineEnd,
  type RegError,
  type RegPreconditionError,
  type RequestJourneys,
  type ServiceRequest,
  type SupplierClient,
  type Violation,
} from "@reg/sdk";
import { describe, expectTypeOf, test } from "vitest";

// Compiled and never run. Each @ts-expect-error fails the compilation if the line below it is no error.

declare const supplier: SupplierClient;
declare const request: ServiceRequest;
declare const error: RegError;
const id = "5b0d1f5e-6a53-4c0f-8e3a-7f6a3b9f1c11";

describe("journeys", () => {
  test("are on both groups of requests, beside the calls", () => {
    expectTypeOf(supplier.serviceRequests).toExtend<RequestJourneys>();
    expectTypeOf(supplier.damageServiceRequests).toExtend<RequestJourneys>();
    expectTypeOf(supplier.serviceRequests.invoiceTemplate.get).toBeFunction();
    // @ts-expect-error no request of its own
    supplier.submit(id);
  });

  test("resolve to what became of the request", () => {
    expectTypeOf(supplier.serviceRequests.submit(id)).resolves.toEqualTypeOf<ServiceRequest>();
    expectTypeOf(supplier.damageServiceRequests.resubmit(id)).resolves.toEqualTypeOf<ServiceRequest>();
    expectTypeOf(supplier.serviceRequests.cancelOrDelete(id, id)).resolves.toEqualTypeOf<LineEnd>();
    expectTypeOf(
      supplier.serviceRequests.invoice(id, { number: "1" }),
    ).resolves.toEqualTypeOf<InvoiceResult>();
    expectTypeOf(supplier.serviceRequests.markNotInvoiced(id, {})).resolves.toEqualTypeOf<void>();
  });

  test("take the options of a call and their own", () => {
    const { signal } = new AbortController();
    supplier.serviceRequests.submit(id, { signal, deadline: 5000, known: { rentalCodes: ["9001"] } });
    supplier.serviceRequests.resubmit(id, { cancelDenied: true, priority: 1 });
    // @ts-expect-error an option of resubmit only
    supplier.serviceRequests.submit(id, { cancelDenied: true });
    // @ts-expect-error misspelt
    supplier.serviceRequests.submit(id, { deadlin: 5000 });
    // @ts-expect-error no line
    supplier.serviceRequests.cancelOrDelete(id);
  });

  test("an invoice needs a number, and takes what was read", () => {
    // @ts-expect-error no number
    supplier.serviceRequests.invoice(id, {});
    // @ts-expect-error no options
    supplier.serviceRequests.invoice(id);
    supplier.serviceRequests.invoice(id, { number: "1", request, pdf: new Blob([]) });
    const options: InvoiceOptions = { number: "1", vatLines: (total) => [{ percentage: 21, amount: total }] };
    supplier.damageServiceRequests.invoice(id, { ...options, fields: { identitySender: { RegNumber: 1 } } });
    // @ts-expect-error the number has a place of its own
    supplier.serviceRequests.invoice(id, { number: "1", fields: { invoiceNumber: "2" } });
  });

  test("an error may tell which invoices are there", () => {
    expectTypeOf(foundInvoicesOf(error)).toEqualTypeOf<readonly FoundInvoice[] | undefined>();
    // @ts-expect-error an error of the other service has no invoices
    error.found;
  });

  test("whether an invoice was created may be unknown", () => {
    expectTypeOf<InvoiceResult["created"]>().toEqualTypeOf<boolean | undefined>();
  });

  test("the broken rules of an error are those that the checks give", () => {
    expectTypeOf<RegPreconditionError["violations"]>().toEqualTypeOf<readonly Violation[]>();
    expectTypeOf<RegPreconditionError["violations"][number]["context"]["fieldName"]>().toBeString();
  });
});
