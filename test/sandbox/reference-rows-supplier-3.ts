import type { ReferenceRow } from "./reference-rows.js";

/** Section 3 of supplier-api.md: states and transitions. */
export const supplierSection3: readonly ReferenceRow[] = [
  {
    id: "S3.REQUEST.Draft",
    document: "supplier-api.md",
    section: "3",
    part: "statuses of requests",
    row: "Draft",
    tests: [
      "test/sandbox/rows/section-3.test.ts > the statuses of requests > Draft: kept by the supplier, and set by nobody later [S3.REQUEST.Draft]",
    ],
  },
  {
    id: "S3.REQUEST.Modified",
    document: "supplier-api.md",
    section: "3",
    part: "statuses of requests",
    row: "Modified",
    tests: [
      "test/sandbox/rows/section-3.test.ts > the statuses of requests > Modified: denied and then changed; not set by the supplier [S3.REQUEST.Modified]",
    ],
  },
  {
    id: "S3.REQUEST.ApprovalRequested",
    document: "supplier-api.md",
    section: "3",
    part: "statuses of requests",
    row: "ApprovalRequested",
    tests: [
      "test/sandbox/rows/section-3.test.ts > the statuses of requests > ApprovalRequested: with the lessor, and closed to the supplier [S3.REQUEST.ApprovalRequested]",
    ],
  },
  {
    id: "S3.REQUEST.Approved",
    document: "supplier-api.md",
    section: "3",
    part: "statuses of requests",
    row: "Approved",
    tests: [
      "test/sandbox/rows/section-3.test.ts > the statuses of requests > Approved: every line approved; not set by the supplier [S3.REQUEST.Approved]",
    ],
  },
  {
    id: "S3.REQUEST.ProvisionallyApproved",
    document: "supplier-api.md",
    section: "3",
    part: "statuses of requests",
    row: "ProvisionallyApproved: does not allow invoicing",
    tests: [
      "test/sandbox/rows/section-3.test.ts > the statuses of requests > ProvisionallyApproved: does not allow invoicing [S3.REQUEST.ProvisionallyApproved]",
    ],
  },
  {
    id: "S3.REQUEST.Denied",
    document: "supplier-api.md",
    section: "3",
    part: "statuses of requests",
    row: "Denied",
    tests: [
      "test/sandbox/rows/section-3.test.ts > the statuses of requests > Denied: a line was denied, and the supplier can change it [S3.REQUEST.Denied]",
    ],
  },
  {
    id: "S3.LINE.Entered",
    document: "supplier-api.md",
    section: "3",
    part: "statuses of lines",
    row: "Entered",
    tests: [
      "test/sandbox/rows/section-3.test.ts > the statuses of lines > Entered: written, and not sent yet [S3.LINE.Entered]",
    ],
  },
  {
    id: "S3.LINE.Changed",
    document: "supplier-api.md",
    section: "3",
    part: "statuses of lines",
    row: "Changed",
    tests: [
      "test/sandbox/rows/section-3.test.ts > the statuses of lines > Changed: sent, and written again since [S3.LINE.Changed]",
    ],
  },
  {
    id: "S3.LINE.ApprovalRequested",
    document: "supplier-api.md",
    section: "3",
    part: "statuses of lines",
    row: "ApprovalRequested",
    tests: [
      "test/sandbox/rows/section-3.test.ts > the statuses of lines > ApprovalRequested: with the lessor, each that is not settled [S3.LINE.ApprovalRequested]",
    ],
  },
  {
    id: "S3.LINE.Approved",
    document: "supplier-api.md",
    section: "3",
    part: "statuses of lines",
    row: "Approved",
    tests: [
      "test/sandbox/rows/section-3.test.ts > the statuses of lines > Approved: as the lessor decides, and counted [S3.LINE.Approved]",
    ],
  },
  {
    id: "S3.LINE.ProvisionallyApproved",
    document: "supplier-api.md",
    section: "3",
    part: "statuses of lines",
    row: "ProvisionallyApproved: lessor accepts an incomplete line as is",
    tests: [
      "test/sandbox/rows/section-3.test.ts > the statuses of lines > ProvisionallyApproved: taken incomplete as it is, and not counted yet [S3.LINE.ProvisionallyApproved]",
    ],
  },
  {
    id: "S3.LINE.CallLessor",
    document: "supplier-api.md",
    section: "3",
    part: "statuses of lines",
    row: "CallLessor",
    tests: [
      "test/sandbox/rows/section-3.test.ts > the statuses of lines > CallLessor: as the lessor decides, and not counted [S3.LINE.CallLessor]",
    ],
  },
  {
    id: "S3.LINE.Denied",
    document: "supplier-api.md",
    section: "3",
    part: "statuses of lines",
    row: "Denied",
    tests: [
      "test/sandbox/rows/section-3.test.ts > the statuses of lines > Denied: as the lessor decides, and not counted [S3.LINE.Denied]",
    ],
  },
  {
    id: "S3.LINE.LessorWillCall",
    document: "supplier-api.md",
    section: "3",
    part: "statuses of lines",
    row: "LessorWillCall",
    tests: [
      "test/sandbox/rows/section-3.test.ts > the statuses of lines > LessorWillCall: as the lessor decides, and not counted [S3.LINE.LessorWillCall]",
    ],
  },
  {
    id: "S3.LINE.Cancelled",
    document: "supplier-api.md",
    section: "3",
    part: "statuses of lines",
    row: "Cancelled",
    tests: [
      "test/sandbox/rows/section-3.test.ts > the statuses of lines > Cancelled: by the cancel method, and closed to changes [S3.LINE.Cancelled]",
    ],
  },
  {
    id: "S3.LINE.CancellationApproved",
    document: "supplier-api.md",
    section: "3",
    part: "statuses of lines",
    row: "CancellationApproved",
    tests: [
      "test/sandbox/rows/section-3.test.ts > the statuses of lines > CancellationApproved: the lessor agrees [S3.LINE.CancellationApproved]",
    ],
  },
  {
    id: "S3.LINE.CancellationDenied",
    document: "supplier-api.md",
    section: "3",
    part: "statuses of lines",
    row: "CancellationDenied",
    tests: [
      "test/sandbox/rows/section-3.test.ts > the statuses of lines > CancellationDenied: the lessor does not agree [S3.LINE.CancellationDenied]",
    ],
  },
  {
    id: "S3.1",
    document: "supplier-api.md",
    section: "3",
    part: "phase transitions",
    row: "none: POST with status Draft, only the license plate is required, to Draft",
    tests: [
      "test/sandbox/rows/section-3.test.ts > the transitions > none to Draft: only the license plate is required [S3.1]",
    ],
  },
  {
    id: "S3.2",
    document: "supplier-api.md",
    section: "3",
    part: "phase transitions",
    row: "none: POST with the approval-requesting status, all requirements met, to Lessor",
    tests: [
      "test/sandbox/rows/section-3.test.ts > the transitions > none to Lessor: with all that approval needs, and only so [S3.2]",
    ],
  },
  {
    id: "S3.3",
    document: "supplier-api.md",
    section: "3",
    part: "phase transitions",
    row: "Draft: PATCH or PUT with status ApprovalRequested, all requirements met, to Lessor",
    tests: [
      "test/sandbox/rows/section-3.test.ts > the transitions > Draft to Lessor: by PATCH or by PUT, with all that approval needs [S3.3]",
    ],
  },
  {
    id: "S3.4",
    document: "supplier-api.md",
    section: "3",
    part: "phase transitions",
    row: "Draft: DELETE, draft phase only, removed",
    tests: [
      "test/sandbox/rows/section-3.test.ts > the transitions > Draft to nothing: by DELETE, in this phase only [S3.4]",
    ],
  },
  {
    id: "S3.5",
    document: "supplier-api.md",
    section: "3",
    part: "phase transitions",
    row: "Lessor: review, every line approved, to Invoicing",
    tests: [
      "test/sandbox/rows/section-3.test.ts > the transitions > Lessor to Invoicing: every line is approved [S3.5]",
    ],
  },
  {
    id: "S3.6",
    document: "supplier-api.md",
    section: "3",
    part: "phase transitions",
    row: "Lessor: review, partly or completely denied, to Response; lines carry response statuses",
    tests: [
      "test/sandbox/rows/section-3.test.ts > the transitions > Lessor to Response: lines are denied, some or all, and say so [S3.6]",
    ],
  },
  {
    id: "S3.7",
    document: "supplier-api.md",
    section: "3",
    part: "phase transitions",
    row: "Response: PATCH with status ApprovalRequested, to Lessor; the only possible next phase",
    tests: [
      "test/sandbox/rows/section-3.test.ts > the transitions > Response to Lessor: by PATCH, which is the only way on [S3.7]",
    ],
  },
  {
    id: "S3.8",
    document: "supplier-api.md",
    section: "3",
    part: "phase transitions",
    row: "Invoicing: invoice created, to Archived, automatic",
    tests: [
      "test/sandbox/rows/section-3.test.ts > the transitions > Invoicing to Archived: of itself, after an invoice and not without one [S3.8]",
    ],
  },
  {
    id: "S3.9",
    document: "supplier-api.md",
    section: "3",
    part: "phase transitions",
    row: "Invoicing: any change to the request itself, to Response",
    tests: [
      "test/sandbox/rows/section-3.test.ts > the transitions > Invoicing to Response: by any change to the request itself, while nothing is invoiced [S3.9]",
    ],
  },
  {
    id: "S3.10",
    document: "supplier-api.md",
    section: "3",
    part: "phase transitions",
    row: "Invoicing: approved, no costs, to Archived, automatic",
    tests: [
      "test/sandbox/rows/section-3.test.ts > the transitions > Invoicing to Archived: approved without costs, under warranty or cancelled [S3.10]",
    ],
  },
  {
    id: "S3.11",
    document: "supplier-api.md",
    section: "3",
    part: "phase transitions",
    row: "Invoiced: daily archiving around midnight, Amsterdam; gone from lists, no longer altered",
    tests: [
      "test/sandbox/rows/section-3.test.ts > the transitions > Invoiced to Archived > at midnight in Amsterdam: in summer [S3.11]",
      "test/sandbox/rows/section-3.test.ts > the transitions > Invoiced to Archived > at midnight in Amsterdam: in winter [S3.11]",
      "test/sandbox/rows/section-3.test.ts > the transitions > Invoiced to Archived > at midnight in Amsterdam: the evening before summer time begins [S3.11]",
      "test/sandbox/rows/section-3.test.ts > the transitions > Invoiced to Archived > at midnight in Amsterdam: the evening after summer time began [S3.11]",
      "test/sandbox/rows/section-3.test.ts > the transitions > Invoiced to Archived > at midnight in Amsterdam: the evening before summer time ends [S3.11]",
      "test/sandbox/rows/section-3.test.ts > the transitions > Invoiced to Archived > at midnight in Amsterdam: the evening after summer time ended [S3.11]",
    ],
  },
  {
    id: "S3.MOVE.cancel",
    document: "supplier-api.md",
    section: "3",
    part: "line moves",
    row: "a line sent to the lessor is cancelled (response phase) and then Cancelled",
    tests: [
      "test/sandbox/rows/section-3.test.ts > the moves of lines > a line that was sent is cancelled, in the response phase, and not deleted [S3.MOVE.cancel]",
    ],
  },
  {
    id: "S3.MOVE.delete",
    document: "supplier-api.md",
    section: "3",
    part: "line moves",
    row: "a line not yet sent is removed with the delete line method",
    tests: [
      "test/sandbox/rows/section-3.test.ts > the moves of lines > a line that was not sent yet is removed, and not cancelled [S3.MOVE.delete]",
    ],
  },
  {
    id: "S3.REPAIR",
    document: "supplier-api.md",
    section: "3",
    part: "approval of repair, maintenance and tires",
    row: "what is listed is enough",
    tests: [
      "test/sandbox/rows/section-3.test.ts > approval needs > all that is listed, and no more, of a repair [S3.REPAIR]",
    ],
  },
  {
    id: "S3.REPAIR.licensePlate",
    document: "supplier-api.md",
    section: "3",
    part: "approval of repair, maintenance and tires",
    row: "license plate",
    tests: [
      "test/sandbox/rows/section-3.test.ts > approval needs > a license plate of a repair, as any request does [S3.REPAIR.licensePlate]",
    ],
  },
  {
    id: "S3.REPAIR.partialVin",
    document: "supplier-api.md",
    section: "3",
    part: "approval of repair, maintenance and tires",
    row: "partial VIN",
    tests: [
      "test/sandbox/rows/section-3.test.ts > approval needs > the partial VIN of a repair [S3.REPAIR.partialVin]",
    ],
  },
  {
    id: "S3.REPAIR.workOrderNumber",
    document: "supplier-api.md",
    section: "3",
    part: "approval of repair, maintenance and tires",
    row: "appointment with work order number",
    tests: [
      "test/sandbox/rows/section-3.test.ts > approval needs > a work order number of a repair [S3.REPAIR.workOrderNumber]",
    ],
  },
  {
    id: "S3.REPAIR.estimatedDuration",
    document: "supplier-api.md",
    section: "3",
    part: "approval of repair, maintenance and tires",
    row: "appointment with estimated duration",
    tests: [
      "test/sandbox/rows/section-3.test.ts > approval needs > an estimated duration of a repair [S3.REPAIR.estimatedDuration]",
    ],
  },
  {
    id: "S3.REPAIR.workshopDate",
    document: "supplier-api.md",
    section: "3",
    part: "approval of repair, maintenance and tires",
    row: "appointment with workshop date",
    tests: [
      "test/sandbox/rows/section-3.test.ts > approval needs > a workshop date of a repair [S3.REPAIR.workshopDate]",
    ],
  },
  {
    id: "S3.REPAIR.contact",
    document: "supplier-api.md",
    section: "3",
    part: "approval of repair, maintenance and tires",
    row: "appointment with contact person",
    tests: [
      "test/sandbox/rows/section-3.test.ts > approval needs > a contact person of a repair [S3.REPAIR.contact]",
    ],
  },
  {
    id: "S3.REPAIR.reading",
    document: "supplier-api.md",
    section: "3",
    part: "approval of repair, maintenance and tires",
    row: "a mileage or hours reading line",
    tests: [
      "test/sandbox/rows/section-3.test.ts > approval needs > a reading of a repair, of the mileage or of the hours [S3.REPAIR.reading]",
    ],
  },
  {
    id: "S3.REPAIR.furtherLine",
    document: "supplier-api.md",
    section: "3",
    part: "approval of repair, maintenance and tires",
    row: "at least one further line",
    tests: [
      "test/sandbox/rows/section-3.test.ts > approval needs > a line beside the reading [S3.REPAIR.furtherLine]",
    ],
  },
  {
    id: "S3.RENTAL",
    document: "supplier-api.md",
    section: "3",
    part: "approval of a rental vehicle",
    row: "what is listed is enough",
    tests: [
      "test/sandbox/rows/section-3.test.ts > approval needs > all that is listed, and no more, of a rental [S3.RENTAL]",
    ],
  },
  {
    id: "S3.RENTAL.licensePlate",
    document: "supplier-api.md",
    section: "3",
    part: "approval of a rental vehicle",
    row: "license plate",
    tests: [
      "test/sandbox/rows/section-3.test.ts > approval needs > a license plate of a rental [S3.RENTAL.licensePlate]",
    ],
  },
  {
    id: "S3.RENTAL.workOrderNumber",
    document: "supplier-api.md",
    section: "3",
    part: "approval of a rental vehicle",
    row: "appointment with work order number",
    tests: [
      "test/sandbox/rows/section-3.test.ts > approval needs > a work order number of a rental [S3.RENTAL.workOrderNumber]",
    ],
  },
  {
    id: "S3.RENTAL.checkoutDate",
    document: "supplier-api.md",
    section: "3",
    part: "approval of a rental vehicle",
    row: "appointment with expected checkout date",
    tests: [
      "test/sandbox/rows/section-3.test.ts > approval needs > an expected checkout date of a rental [S3.RENTAL.checkoutDate]",
    ],
  },
  {
    id: "S3.RENTAL.oneLine",
    document: "supplier-api.md",
    section: "3",
    part: "approval of a rental vehicle",
    row: "exactly one rental vehicle line",
    tests: [
      "test/sandbox/rows/section-3.test.ts > approval needs > exactly one line of a rental [S3.RENTAL.oneLine]",
    ],
  },
];
