import type { Model, ModelRequest, RequestKind } from "./state.js";

/** Which request a command is about, and how it asks for it. */
export interface Target {
  /** Counted from the newest; goes round. */
  readonly index: number;
  /**
   * `known`: a request of the caller, in the usual way. All others must not be found: one that does not exist, one that
   * was deleted, one of another supplier, and one under the paths of the other kind.
   */
  readonly as: "known" | "unknown" | "removed" | "stranger" | "other kind";
}

/** A target among the requests of a walk. */
export interface FoundTarget {
  /** Undefined: the answer must be 404. */
  readonly request: ModelRequest | undefined;
  readonly kind: RequestKind;
  readonly id: string;
  readonly asStranger: boolean;
}

const nowhere = "11111111-1111-4111-8111-111111111111";

/** Finds the target; while there are no requests, it is one that does not exist. */
export function find({ requests, removed }: Readonly<Model>, { index, as }: Target): FoundTarget {
  const list = as === "removed" ? removed : requests;
  const found = list[list.length - 1 - (index % Math.max(1, list.length))];
  if (found === undefined || as === "unknown") {
    return {
      request: undefined,
      kind: index % 2 === 0 ? "service" : "damage",
      id: nowhere,
      asStranger: false,
    };
  }
  const { id, kind } = found;
  const other = kind === "service" ? "damage" : "service";
  return {
    request: as === "known" ? found : undefined,
    kind: as === "other kind" ? other : kind,
    id,
    asStranger: as === "stranger",
  };
}

/** A target as the counterexample shows it. */
export const targetText = ({ index, as }: Target): string =>
  as === "known" ? `#${index}` : `#${index} ${as}`;
