import { rulesOf } from "../rule.js";

/** Damage on lines, and what lines are not compared with. */
export const lineExceptionRules = rulesOf("Lines", [
  {
    id: "lines.damage",
    rule: "`damage: true` is refused where the contract does not allow components with damage.",
    confidence: "documented",
    source: "supplier-api.md §2.3, §7",
    codes: ["REG-SVC000177"],
    tests: ["S7.REG-SVC000177"],
    files: ["supplier/request-rules.ts"],
  },
  {
    id: "lines.damage-elsewhere",
    rule: "That holds for subcomponents and for damage service requests too.",
    confidence: "assumed",
    source: "supplier-api.md §2.3",
    codes: ["REG-SVC000177"],
    files: ["supplier/request-rules.ts"],
  },
  {
    id: "lines.put-replaces",
    rule: "Writing a line replaces all of its content.",
    confidence: "inferred",
    source: "supplier-api.md §4.1",
    files: ["supplier/lines.ts", "supplier/transitions.ts"],
  },
  {
    id: "lines.settled",
    rule: "Lines that are approved or cancelled are not compared with the vehicle again, whatever its contract has become.",
    confidence: "assumed",
    source: "supplier-api.md §2.5",
    files: ["supplier/request-rules.ts"],
  },
  {
    id: "lines.own-code",
    rule: "A line without `reg`, only with the supplier's own code, is not compared with anything.",
    confidence: "assumed",
    source: "supplier-api.md §2.3",
    files: ["supplier/line-rules.ts"],
  },
  {
    id: "lines.reading-late",
    rule: "Operation and reason of a reading are looked at on approval only.",
    confidence: "assumed",
    source: "supplier-api.md §2.3",
    files: ["supplier/line-rules.ts"],
  },
  {
    id: "lines.status-description",
    rule: "The `description` of a line's status is made of the words of its code.",
    confidence: "assumed",
    source: "supplier-api.md §2.3",
    files: ["supplier/serialize.ts"],
  },
  {
    id: "lines.price",
    rule: "Any price is taken: it is compared neither with the service level nor with the lease contract.",
    confidence: "not simulated",
    source: "supplier-api.md §2.6",
    files: ["supplier/line-rules.ts"],
  },
  {
    id: "lines.contract-terms",
    rule: "`inContract`, classes of rental vehicle, used tires, the exemption from profile depths and the comment for an extension stand in the contract and have no effect.",
    confidence: "not simulated",
    source: "supplier-api.md §2.5",
    files: ["data/contracts.ts", "supplier/line-rules.ts"],
  },
]);
