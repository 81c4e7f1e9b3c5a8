import { rulesOf } from "../rule.js";

/** Files on a request. */
export const attachmentRules = rulesOf("Attachments", [
  {
    id: "attachments.phases",
    rule: "They can be listed, read, added and deleted in every phase, in the archive too.",
    confidence: "assumed",
    source: "supplier-api.md §4.1",
    files: ["supplier/attachments.ts"],
  },
  {
    id: "attachments.fields",
    rule: "`id`, `fileName`, `contentType` and `size` are made up; ids are GUIDs.",
    confidence: "assumed",
    source: "supplier-api.md §2.7",
    files: ["supplier/attachments.ts"],
  },
  {
    id: "attachments.encoding",
    rule: "A file comes raw, its name in `Content-Disposition`, or as the first file of a form.",
    confidence: "assumed",
    source: "supplier-api.md §4.1",
    codes: ["SANDBOX-BODY"],
    files: ["server/request-body.ts"],
  },
  {
    id: "attachments.get",
    rule: "Reading one gives the file itself, with the media type under which it was uploaded.",
    confidence: "inferred",
    source: "supplier-api.md §4.1",
    files: ["supplier/attachments.ts"],
  },
  {
    id: "attachments.singular",
    rule: "The singular path, which one description has, is not there.",
    confidence: "not simulated",
    source: "supplier-api.md §4.1",
    files: ["server/router.ts"],
  },
]);
