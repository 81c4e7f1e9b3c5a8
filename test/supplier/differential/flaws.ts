import fc from "fast-check";

/** Something that is wrong, by its name, and where and how. */
export interface FlawPlan {
  readonly name: string;
  /** Which of several; goes round. */
  readonly pick: number;
  /** For flaws that take any text. */
  readonly text: string;
}

/** Spoils a body, or changes it. */
export type Flaw<Body> = (body: Body, pick: number, text: string) => void;

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.stringMatching(/^\d{4}-\d\d-\d\d$/),
  fc.stringMatching(/^20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-6]\d:[0-6]\d(\.\d+)?(Z|[+-][0-2]\d:\d\d)$/),
  fc.stringMatching(/^-?\d*\.?\d*$/),
);

/** Nothing wrong, a little, or much: valid, nearly valid and wild cases. Some flaws are more likely than others. */
export function flawsOf(
  all: Readonly<Record<string, unknown>>,
  likely: readonly string[],
): fc.Arbitrary<FlawPlan[]> {
  const flaw = fc.record(
    {
      name: fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...Object.keys(all)) },
        { weight: 2, arbitrary: fc.constantFrom(...likely) },
      ),
      pick: fc.nat(5_000),
      text,
    },
    { noNullPrototype: true },
  );
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant<FlawPlan[]>([]) },
    { weight: 6, arbitrary: fc.array(flaw, { minLength: 1, maxLength: 2, size: "max" }) },
    { weight: 2, arbitrary: fc.array(flaw, { minLength: 3, maxLength: 12, size: "max" }) },
  );
}

/** Applies flaws to a body, one after the other. */
export function spoil<Body>(
  body: Body,
  all: Readonly<Record<string, Flaw<Body>>>,
  flaws: readonly FlawPlan[],
): Body {
  for (const { name, pick, text } of flaws) all[name]?.(body, pick, text);
  return body;
}
