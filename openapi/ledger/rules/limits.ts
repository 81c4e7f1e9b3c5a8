import { rulesOf } from "../rule.js";

/** Limits of number and size. */
export const limitRules = rulesOf("Limits", [
  {
    id: "limits.rate",
    rule: "The supplier API lets 5000 requests a minute through; further ones are answered with 429.",
    confidence: "documented",
    source: "supplier-api.md §7, §8",
    files: ["rate-limit.ts"],
  },
  {
    id: "limits.counting",
    rule: "They are counted over a rolling window of a minute; a test can choose fixed windows or a token bucket.",
    confidence: "assumed",
    source: "supplier-api.md §8",
    files: ["rate-limit.ts"],
  },
  {
    id: "limits.scope",
    rule: "There is one count for the whole API, whichever supplier asks, and requests with a bad token count too.",
    confidence: "assumed",
    source: "supplier-api.md §8",
    files: ["rate-limit.ts", "server/pipeline.ts"],
  },
  {
    id: "limits.refused",
    rule: "Requests that are refused with 429 do not count; a test can have them count.",
    confidence: "assumed",
    source: "supplier-api.md §8",
    files: ["rate-limit.ts"],
  },
  {
    id: "limits.retry-after",
    rule: "A 429 says `Retry-After` in whole seconds; a test can have it as a date, or not at all.",
    confidence: "assumed",
    source: "supplier-api.md §8",
    files: ["rate-limit.ts"],
  },
  {
    id: "limits.lessor",
    rule: "The lessor API and its token endpoint have no limit.",
    confidence: "assumed",
    source: "lessor-api.md §8",
    files: ["server/pipeline.ts"],
  },
  {
    id: "limits.years",
    rule: "Workshop date and checkout date lie in a year from 2000 to 2100.",
    confidence: "documented",
    source: "supplier-api.md §2.2, §8",
    codes: ["SANDBOX-INVALID"],
    files: ["schema/request.ts", "supplier/request-rules.ts"],
  },
  {
    id: "limits.checkout-year",
    rule: "The year of a checkout date is that of its instant in UTC, whatever offset was sent.",
    confidence: "inferred",
    source: "supplier-api.md §2.1, §8",
    codes: ["SANDBOX-INVALID"],
    files: ["supplier/request-rules.ts"],
  },
  {
    id: "limits.identities",
    rule: "Sender and receiver of an invoice: name 150, street 100, street number suffix 10, postal code 10, city 100 characters at most.",
    confidence: "documented",
    source: "supplier-api.md §8",
    codes: ["SANDBOX-INVALID"],
    files: ["schema/request.ts"],
  },
  {
    id: "limits.files",
    rule: "Attachments and PDFs can be of any size and number.",
    confidence: "assumed",
    source: "supplier-api.md §8",
    files: ["server/request-body.ts", "supplier/attachments.ts"],
  },
]);
