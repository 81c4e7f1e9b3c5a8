import { faultyFields } from "../forms.js";
import { isRental } from "../is-rental.js";
import type { Violation } from "../violation.js";
import { allowedViolations } from "./allowed-lines.js";
import type { ApprovalContext, RequestDraft } from "./context.js";
import { soundContext } from "./context-forms.js";
import { contractViolations } from "./contract-rules.js";
import { soundDraft } from "./draft-forms.js";
import { duplicateViolations } from "./duplicates.js";
import { valueViolations } from "./known-values.js";
import { openLines, withParts } from "./lines.js";
import { openRequestViolations } from "./open-requests.js";
import { phaseViolations } from "./phase.js";
import { missingRequirements } from "./requirements.js";

/**
 * What keeps a request from the lessor: every rule that it breaks, at once, each with the field at fault and what to do
 * about it; empty if nothing is known to stand against it. It sends nothing, and throws nothing whatever JSON it gets,
 * so that a form can be checked while it is filled in: `checkApproval({})` tells all that is missing. What is null in
 * the context is taken as left out.
 *
 * What only the service can know is not checked: whether there is such a vehicle and its lessor is active, which
 * subcomponents a component needs, excludes or repeats, and limits of prices. Source: supplier-api.md §2, §3, §4.1, §8.
 *
 * @param request as the service shows it, as it is about to be sent, or a part of either
 * @param context what to hold it against; rules about what is left out here are not checked
 */
export function checkApproval(request: RequestDraft, context: ApprovalContext = {}): Violation[] {
  const { kind = "service", contract, allowedComponents, openRequests, known = {} } = soundContext(context);
  const malformed: Violation[] = [];
  const draft = soundDraft(request, malformed);
  const { components = [] } = draft;
  const lines = openLines(components);
  const parts = withParts(lines);
  const said = faultyFields(malformed);
  const others = [
    ...phaseViolations(draft),
    ...missingRequirements(draft, kind, isRental(draft, kind, known)),
    ...contractViolations(draft, parts, contract),
    ...valueViolations(parts, known),
    ...(allowedComponents === undefined ? [] : allowedViolations(lines, allowedComponents, kind)),
  ];
  return [
    ...malformed,
    // Of a field whose form is wrong already, nothing else is worth saying.
    ...others.filter(({ context: { fieldName } }) => !said.has(fieldName)),
    ...duplicateViolations(components, known.repeatableCodes),
    ...(kind === "damage" || openRequests === undefined
      ? []
      : openRequestViolations(draft, openRequests, known)),
  ];
}
