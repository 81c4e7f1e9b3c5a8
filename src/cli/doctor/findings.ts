/** Something that should be changed. */
export interface Problem {
  /** The part of the diagnosis that shows it. */
  readonly in: string;
  readonly problem: string;
  /** What to do next, as a sentence. */
  readonly next: string;
}

/** A part of a diagnosis. Its texts contain no secret: they are shown in public. */
export interface Findings {
  /** Facts by their names, in their order. */
  readonly facts: Readonly<Record<string, string>>;
  readonly problems: readonly Problem[];
}
