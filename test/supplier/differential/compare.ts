import type { RegProblemEntry } from "../../../src/errors/problem.js";
import { type Missing, type ServiceOnly, whyServiceOnly } from "./service-only.js";

/** A broken rule: the sandbox's code or the SDK's, and where. */
export interface Finding {
  readonly code: string;
  readonly fieldName: string;
}

/** The sandbox looks at one of these after the other, and refuses after the first in which it finds something. */
export const stages = ["form", "phase", "vehicle", "content", "approval"] as const;

/** One of them. */
export type Stage = (typeof stages)[number];

/** What a POST looks at when; the first row that fits. A field of the document that must be there is part of the form. */
const table: readonly (readonly [name: RegExp, field: RegExp, stage: Stage])[] = [
  [/^INVALID$/, /./, "form"],
  [/^REQUIRED$/, /^components\[\d+\]\.(id|operation|reason)$/, "form"],
  [/^REQUIRED$/, /\.(reg|operation|reason|type)\.code$|\.partType$/, "form"],
  [/^PHASE$/, /./, "phase"],
  [/^VEHICLE$/, /./, "vehicle"],
  [/^(APPROVAL|REQUIRED)$/, /./, "approval"],
  [/^COMBINATION$/, /subcomponents$/, "approval"],
  [/./, /./, "content"],
];

/** A name that both sides share: RULE-X is the SDK's for what the sandbox calls SANDBOX-X. */
const nameOf = (code: string) => code.replace(/^(SANDBOX|RULE)-/, "");

/** When a new request is refused for something: a license plate that is blank is there, but names no vehicle. */
export function stageOfRequest({ code, fieldName }: Finding, licensePlate: string | undefined): Stage {
  if (nameOf(code) === "REQUIRED" && fieldName === "vehicle.licensePlate")
    return licensePlate === undefined ? "form" : "vehicle";
  return table.find(([name, field]) => name.test(nameOf(code)) && field.test(fieldName))?.[2] ?? "content";
}

/** How two sides are compared. */
export interface Comparison {
  readonly sdk: readonly RegProblemEntry[];
  readonly sandbox: readonly RegProblemEntry[];
  readonly missing: ReadonlySet<Missing>;
  stageOf(finding: Finding): Stage;
}

/** What came of it. */
export interface Verdict {
  /** What one side says and the other does not, as lines of text; empty where they agree. */
  readonly disagreements: readonly string[];
  /** The codes of what both sides found. */
  readonly agreed: readonly string[];
  /** Why only the sandbox could find the rest. */
  readonly serviceOnly: readonly ServiceOnly[];
}

/** Compares what the SDK found with what the sandbox refused. */
export function compare({ sdk, sandbox, missing, stageOf }: Comparison): Verdict {
  const refused = numbered(sandbox.map(finding));
  const found = numbered(sdk.map(finding));
  const placeOf = (each: Finding) => stages.indexOf(stageOf(each));
  const reached = Math.min(...[...refused.values()].map(placeOf));
  const due = new Map([...found].filter(([, each]) => placeOf(each) <= reached));
  const onlySandbox = [...refused]
    .filter(([key]) => !due.has(key))
    .map(([, each]) => ({ each, why: whyServiceOnly(each, missing) }));
  const isMixed = [...refused.values()].some((each) => placeOf(each) !== reached);
  return {
    disagreements: [
      ...(isMixed ? [`the sandbox mixes stages: ${[...refused.keys()].join(", ")}`] : []),
      ...[...due]
        .filter(([key]) => !refused.has(key))
        .map(([, each]) => `only the rules say ${textOf(each)}`),
      ...onlySandbox
        .filter(({ why }) => why === undefined)
        .map(({ each }) => `only the sandbox says ${textOf(each)}`),
    ],
    agreed: [...due].filter(([key]) => refused.has(key)).map(([, { code }]) => code),
    serviceOnly: onlySandbox.flatMap(({ why }) => why ?? []),
  };
}

function finding({ code, context }: RegProblemEntry): Finding {
  const fieldName = context["fieldName"];
  return { code, fieldName: typeof fieldName === "string" ? fieldName : "status" };
}

const textOf = ({ code, fieldName }: Finding) => `${code} at ${fieldName}`;

/**
 * Findings by what both sides call them. The same one twice stands for two things, as a reading and a further line that
 * are both missing; but for forms, of which the document can say several things that come down to one.
 */
function numbered(findings: readonly Finding[]): ReadonlyMap<string, Finding> {
  const byKey = new Map<string, Finding>();
  for (const each of findings) {
    const name = nameOf(each.code);
    const key = `${name} ${each.fieldName}`;
    const same = [...byKey.keys()].filter((other) => other.split("#")[0] === key).length;
    byKey.set(name === "INVALID" ? key : `${key}#${same}`, each);
  }
  return byKey;
}
