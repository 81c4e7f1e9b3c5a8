import { RegInputError } from "../../errors/errors.js";
import { asInput } from "../../errors/input.js";
import { addToMessage } from "../../errors/messages.js";
import type { AllowedComponent } from "../../generated/supplier/models.js";
import { codesOf } from "../rules/approval-lines.js";
import { lineNames } from "../rules/violation.js";
import { type FieldOf, invalidField, mistake } from "./fields.js";

/** Identifies a component: by its code, and by the code of its operation if several components have the code. */
export interface NamedComponent {
  /** The code of the component: `regCode` of an allowed component. */
  readonly code: string;
  /** The code of the operation. Only needed if the component is allowed with several. */
  readonly operation?: string | undefined;
}

/**
 * Finds the component of a vehicle with a code.
 *
 * @throws RegInputError with the field `allowedComponents` if the vehicle does not allow it, or `operation` if several
 *   have it
 */
export function componentOf(allowedComponents: readonly AllowedComponent[], named: NamedComponent): AllowedComponent {
  const { code } = named;
  const field = "allowedComponents";
  return aboutLine({ component: code }, () => {
    if (!Array.isArray(allowedComponents))
      throw invalidField(field, "list", undefined, "must be the `components` of the allowed components that you read");
    const found = entriesOf(allowedComponents, code);
    if (found.length > 0) return withOperation(found, named, (name) => name);
    const problem = `does not have the component ${code}: the vehicle does not allow it, or not to this supplier`;
    throw mistake("component-allowed", field, problem, { component: code, components: codesOf(allowedComponents) });
  });
}

/**
 * Reads the arguments of a builder for any component: the list, a code and details, or an entry of it and details.
 *
 * @throws RegInputError with the field `code`, `component` or those of `componentOf`
 */
export function chosenFrom<Details extends Partial<NamedComponent>>(
  from: readonly AllowedComponent[] | AllowedComponent,
  code: string | Details | undefined,
  details: Details | undefined,
): readonly [AllowedComponent, Details | undefined] {
  if (typeof code === "string") {
    return [componentOf(from as AllowedComponent[], { code, operation: details?.operation }), details];
  }
  if (Array.isArray(from)) throw invalidField("code", "text", undefined, "must be the code of the component, as text");
  const entry = from as AllowedComponent;
  if (typeof Object(entry).regCode === "string") return [entry, code];
  const problem = "has no code: give the list of allowed components and the code instead";
  throw invalidField("component", "object", undefined, problem);
}

/** What is known of the line that an error is about. */
export interface LineNames {
  readonly component: unknown;
  readonly name?: unknown;
  readonly id?: unknown;
}

/**
 * Makes a line, and adds to the errors which one it is: a program makes several in one expression. A mistake that is not
 * about a rule is about a value that cannot be read.
 */
export function aboutLine<Line>(names: LineNames, make: () => Line): Line {
  try {
    return asInput("line", undefined, make);
  } catch (error) {
    const [problem] = error instanceof RegInputError ? error.problems : [];
    if (error instanceof RegInputError && problem !== undefined && problem.line === undefined) {
      addToMessage(error, `This is about the line with the component ${String(names.component)}`);
      const line = lineNames({ ...names });
      Object.assign(problem, { rule: "field-invalid", values: { expected: "object" }, ...problem, line });
    }
    throw error;
  }
}

/**
 * Finds a subcomponent of a component by its code.
 *
 * @throws RegInputError if the component cannot have it, or several have the code
 */
export function subcomponentOf(
  { regCode: component = "", subcomponents = [] }: AllowedComponent,
  named: NamedComponent,
  field: FieldOf,
): AllowedComponent {
  const { code } = named;
  const found = entriesOf(subcomponents, code);
  if (found.length > 0) return withOperation(found, named, field);
  const codes = codesOf(subcomponents);
  const problem = `is not allowed: the component ${component} can only have the subcomponents ${listed(codes)}`;
  throw mistake("subcomponent-allowed", field("code"), problem, {
    component,
    subcomponent: code,
    subcomponents: codes,
  });
}

/** Lists codes, for an error message. */
export function listed(codes: readonly string[]): string {
  return codes.join(", ") || "(none)";
}

const entriesOf = (entries: readonly AllowedComponent[], code: string) =>
  entries.filter(({ regCode }) => regCode === code);

/** The entry with an operation, among those of one component. */
function withOperation(
  entries: readonly AllowedComponent[],
  { code, operation }: NamedComponent,
  field: FieldOf,
): AllowedComponent {
  const [first, ...others] = entries.filter((each) => operation === undefined || each.operation?.code === operation);
  if (first !== undefined && others.length === 0) return first;
  const operations = entries.flatMap((each) => each.operation?.code ?? []);
  const problem = `must be an operation of the component ${code}: ${listed(operations)}`;
  const given = operation === undefined ? { allowed: operations } : { component: code, operation, operations };
  throw mistake(operation === undefined ? "field-missing" : "operation-allowed", field("operation"), problem, given);
}
