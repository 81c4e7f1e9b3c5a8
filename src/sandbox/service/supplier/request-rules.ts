import type { RequestKind } from "../../../base/kinds.js";
import { findApprovalViolations } from "../../../domain/rules/approval.js";
import { allowedViolations } from "../../../domain/rules/approval-lines.js";
import {
  damageViolations,
  duplicateViolations,
  openRequestViolations,
  startViolations,
  valueViolations,
} from "../../../domain/rules/content.js";
import {
  type DraftLine,
  type DraftPart,
  openLines,
  type Placed,
  type RequestDraft,
  withParts,
} from "../../../domain/rules/draft.js";
import { isReadingCode } from "../../../domain/vocabulary.js";
import type { RegCode } from "../../../errors/codes.js";
import type { RegProblemEntry, Violation } from "../../../errors/problem.js";
import type { AllowedComponent, Contract } from "../../../generated/supplier/models.js";
import type { CatalogueComponent } from "../../data/component-model.js";
import { knownCodes } from "../../data/components.js";
import { regEntry, sandboxEntry } from "../../messages/problem.js";
import type { HandlerContext } from "../state/context.js";
import type { NewRequest } from "../state/state.js";
import {
  allowedComponents,
  catalogueOf,
  combinationViolations,
  missingSubcomponents,
  showComponent,
} from "./line-rules.js";
import { openRequests, vehicleOfRequest } from "./request-access.js";

/** A request in the form that the rules read, with what its vehicle allows. */
export interface RuleInput {
  readonly kind: RequestKind;
  readonly draft: ReturnType<typeof draftOf>;
  readonly contract: Contract;
  /** Only the readings and the components that its lines name: the rules look for no other. */
  readonly allowed: readonly CatalogueComponent[];
  /** `allowed`, as the lookups show it. */
  readonly shown: readonly AllowedComponent[];
}

/** Prepares a request for the rules; throws 400 if there is no such vehicle. */
export function ruleInputOf(context: Pick<HandlerContext, "state">, request: NewRequest): RuleInput {
  const { kind, licensePlate } = request;
  const { contract } = vehicleOfRequest(context, licensePlate);
  const codes = new Set(request.lines.map(({ content }) => content.reg?.code));
  const relevant = catalogueOf(kind).filter(({ regCode }) => isReadingCode(regCode) || codes.has(regCode));
  const allowed = allowedComponents(relevant, contract);
  const shown = allowed.map((component) => showComponent(component, { contract }));
  return { kind, draft: draftOf(request), contract, allowed, shown };
}

/** Lists every rule that the content of a request breaks, whether it is a draft or not. */
export function requestViolations(context: HandlerContext, request: RuleInput): RegProblemEntry[] {
  const { draft, contract } = request;
  return [
    ...entriesOf(startViolations(draft, contract)),
    ...lineViolations(context, request, openLines(draft.components)),
  ];
}

/**
 * Lists every rule that lines of a request break. Lines that are cancelled or approved are not among them, even if the
 * contract has changed since; that the service does the same is assumed.
 *
 * @param lines the lines that are checked one by one, with the prefix of their fields in the body
 */
export function lineViolations(
  context: HandlerContext,
  { kind, draft, contract, allowed, shown }: RuleInput,
  lines: readonly Placed<DraftLine>[],
): RegProblemEntry[] {
  const { warranty = enumerationValue, leniency = enumerationValue } = context.state.world.permitted;
  const parts = withParts(lines);
  // A vehicle can have any number of damages.
  const others = kind === "damage" ? [] : openRequests(context, draft.licensePlate);
  return [
    ...entriesOf([
      ...damageViolations(parts, contract),
      ...allowedViolations(lines, shown, { kind, needs: "draft" }),
      ...valueViolations(parts, { warranty, leniency }),
    ]),
    ...lines.flatMap((line) => combinationViolations(line, allowed)),
    ...parts.flatMap(priceViolations),
    ...entriesOf([
      ...duplicateViolations(draft.components, knownCodes.repeatableCodes),
      ...openRequestViolations(draft, { kind, openRequests: others.map(draftOf), known: knownCodes }),
    ]),
  ];
}

/**
 * Lists every reason why a request cannot be submitted: what approval requires (supplier-api.md §3), lines that the
 * vehicle no longer allows, and duplicate lines, which arise when the lessor denies the cancellation of one.
 */
export function approvalViolations({ kind, draft, contract, allowed, shown }: RuleInput): RegProblemEntry[] {
  const lines = openLines(draft.components);
  const facts = { kind, contract, allowedComponents: shown, known: knownCodes };
  return [
    // The lessor decides about incomplete lines.
    ...entriesOf(findApprovalViolations(draft, { ...facts, allowIncomplete: true })),
    ...lines.flatMap((line) => combinationViolations(line, allowed)),
    ...lines.flatMap((line) => missingSubcomponents(line, allowed)),
  ];
}

/** Returns a request in the form that the rules read. Its status is left out: the sandbox checks the phase itself. */
export function draftOf({ id, licensePlate, partialVin, appointment, lines }: NewRequest) {
  return {
    id,
    licensePlate,
    vehicle: { licensePlate, partialVin },
    appointment,
    components: lines.map(({ id: lineId, content, status }) => ({
      ...content,
      id: lineId,
      status: { code: status },
    })),
  } satisfies RequestDraft;
}

/**
 * Returns violations as the sandbox sends them: codes of the service are kept, the others become codes of the sandbox.
 */
export function entriesOf(violations: readonly Violation[]): RegProblemEntry[] {
  return violations.map(({ code, description, context: { fieldName } }) =>
    isRegCode(code) ? regEntry(code, fieldName) : sandboxEntry(code.replace("RULE-", ""), description, fieldName),
  );
}

const isRegCode = (code: Violation["code"]): code is RegCode => code.startsWith("REG-");

/** The form of every value of an enumeration that the reference shows; that all others have it too is inferred. */
const enumerationValue = /^[A-Z][A-Za-z0-9]*$/;

/** Above this amount a sum of prices is not exact to the cent. The service's own limit is not shown. */
const highestPrice = 1_000_000_000;

function priceViolations({ content: { price = 0 }, prefix }: Placed<DraftPart>): RegProblemEntry[] {
  if (Math.abs(price) <= highestPrice) return [];
  return [sandboxEntry("PRICE", `${prefix}price is beyond ${highestPrice}.`, `${prefix}price`)];
}

/**
 * Returns the id by which two lines in bodies are compared. GUIDs are compared without regard to case (RFC 9562 §4), so
 * that the lines of a request never have the same GUID in two spellings. An id in a path is different: it identifies a
 * line only in the spelling of its creation, as the id of a request does. The reference does not mention case, so both
 * are assumed.
 */
export const normalizeLineId = ({ id }: { readonly id: string }): string => id.toLowerCase();
