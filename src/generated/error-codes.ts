// Written by openapi/generate.ts from openapi/supplier.yaml: change that, then run `npm run generate`.

/** What to do about each of the service's error codes. */
export const errorActions = {
  "REG-SVC000175": "Leave `warranty` out, or send a value that was read from an existing line. `checkApproval` finds other values only with `known.warranties`.",
  "REG-SVC000176": "Leave `leniency` out, or send a value that was read from an existing line. `checkApproval` finds other values only with `known.leniencies`.",
  "REG-SVC000177": "Read the contract again, and leave `damage` out if it still rules such lines out. Whether the work then belongs in a damage service request is not shown.",
  "REG-SVC000187": "Ask the lessor how to proceed, and finish the requests that already exist. `lessors.list` has only active lessors.",
  "REG-SVC000190": "Choose a workshop date on or after the start date of the lease contract.",
  "REG-INV000104": "Send the number under which the invoice stands in the supplier's own books.",
  "REG-INV000105": "Date the invoice on the workshop date or later.",
  "REG-INV000106": "Date the invoice on the day of checkout or later.",
  "REG-INV000107": "Put the same date on this invoice as on the one that was processed last.",
  "REG-INV000010": "Take `identitySender` from the invoice template unchanged.",
  "REG-INV000018": "Fetch the invoice templates again and debit the amount that they give.",
} as const;

/** What else is known about them. */
export const errorCodes = {
  "REG-SVC000175": {"status":400,"retryable":false,"field":"warranty","meaning":"A line or subcomponent carries a value for `warranty` that the service does not know.","cause":"The value was mistyped, or was taken from another system; the permitted values are not published.","source":"supplier-api.md §2.3, §7","caughtBy":["checkApproval"]},
  "REG-SVC000176": {"status":400,"retryable":false,"field":"leniency","meaning":"A line or subcomponent carries a value for `leniency` that the service does not know.","cause":"The value was mistyped, or was taken from another system; the permitted values are not published.","source":"supplier-api.md §2.3, §7","caughtBy":["checkApproval"]},
  "REG-SVC000177": {"status":400,"retryable":false,"field":"damage","meaning":"A line is flagged as damage although the vehicle's contract rules such lines out.","cause":"`damage: true` was sent while `componentsWithDamageAllowed` of the contract is false.","source":"supplier-api.md §2.3, §7","caughtBy":["checkApproval"]},
  "REG-SVC000187": {"status":400,"retryable":false,"meaning":"No new request can be opened because the vehicle's lessor is inactive.","cause":"The lessor is not active; requests that exist already are not affected.","source":"supplier-api.md §7","caughtBy":["checkApproval"]},
  "REG-SVC000190": {"status":400,"retryable":false,"field":"appointment.workshopDate","meaning":"The planned workshop date lies before the first day of the lease contract.","cause":"The appointment predates `leaseContract.startDate` of the contract.","source":"supplier-api.md §2.2, §7","caughtBy":["checkApproval"]},
  "REG-INV000104": {"status":400,"retryable":false,"field":"invoiceNumber","meaning":"The invoice number is `0`, which the service does not take.","cause":"A default or an uninitialised counter reached the invoice number.","source":"supplier-api.md §2.7, §7; the name of the field is assumed","caughtBy":["checkInvoice"]},
  "REG-INV000105": {"status":400,"retryable":false,"field":"invoiceDate","meaning":"The invoice is dated before the workshop date of a request that is not archived yet.","cause":"The invoice was made out before the work, or the appointment was moved after it.","source":"supplier-api.md §7; the name of the field is assumed","caughtBy":["checkInvoice"]},
  "REG-INV000106": {"status":400,"retryable":false,"field":"invoiceDate","meaning":"The invoice is dated before the checkout date of a rental vehicle request that is not archived yet.","cause":"The invoice was made out before the rental vehicle was to be handed over.","source":"supplier-api.md §7; the name of the field is assumed","caughtBy":["checkInvoice"]},
  "REG-INV000107": {"status":400,"retryable":false,"field":"invoiceDate","meaning":"The request is archived and the invoice bears another date than the last invoice that was processed for it.","cause":"A correction of an archived request was given its own date.","source":"supplier-api.md §7; the name of the field is assumed","caughtBy":["checkInvoice"]},
  "REG-INV000010": {"status":400,"retryable":false,"field":"identitySender.RegNumber","meaning":"The sender of the invoice is not the supplier to whom the token belongs.","cause":"`identitySender.RegNumber` holds another number, or the token of another branch is in use.","source":"supplier-api.md §2.7, §7","caughtBy":["checkInvoice"]},
  "REG-INV000018": {"status":400,"retryable":false,"field":"total","meaning":"The invoice debits something other than the amount that is outstanding before VAT. A part of it is rejected, too (assumed).","cause":"Part of the amount was invoiced already, VAT was counted in, or the approved amount has changed.","source":"supplier-api.md §7; that the total is at fault is inferred","caughtBy":["checkInvoice"]},
} as const;
