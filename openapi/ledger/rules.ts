import { derivedRules } from "./derived.js";
import type { Rule } from "./rule.js";
import { accessRules } from "./rules/access.js";
import { approvalRules } from "./rules/approval.js";
import { attachmentRules } from "./rules/attachments.js";
import { dataRules } from "./rules/data.js";
import { formRules } from "./rules/form.js";
import { invoiceRules } from "./rules/invoices.js";
import { invoicingRules } from "./rules/invoicing.js";
import { lessorRules } from "./rules/lessor.js";
import { lifeCycleRules } from "./rules/life-cycle.js";
import { limitRules } from "./rules/limits.js";
import { lineExceptionRules } from "./rules/line-exceptions.js";
import { lineRules } from "./rules/lines.js";
import { lookupRules } from "./rules/lookups.js";
import { requestContentRules } from "./rules/request-content.js";
import { requestRules } from "./rules/requests.js";
import { responseRules } from "./rules/responses.js";
import { serviceLevelRules } from "./rules/service-levels.js";
import { tireRules } from "./rules/tires.js";

/** Every rule that the sandbox follows, assumes or leaves out, by area. */
export const rules: readonly Rule[] = [
  ...responseRules,
  ...accessRules,
  ...limitRules,
  ...formRules,
  ...requestRules,
  ...requestContentRules,
  ...approvalRules,
  ...lineRules,
  ...lineExceptionRules,
  ...derivedRules,
  ...lifeCycleRules,
  ...invoiceRules,
  ...invoicingRules,
  ...attachmentRules,
  ...lookupRules,
  ...tireRules,
  ...serviceLevelRules,
  ...lessorRules,
  ...dataRules,
];
