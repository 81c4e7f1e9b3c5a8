/** Somebody who can stand in a row, which keeps these. */
export interface Member<T> {
  /** Undefined: they stand in none. */
  row: { remove(member: T): void } | undefined;
  before: T | undefined;
  behind: T | undefined;
}

/**
 * Members in the order of their arrival, who can leave from anywhere. Each step costs the same however many there
 * are; a Set takes the longer to find its first member the more have left before it.
 */
export class Row<T extends Member<T>> {
  #first: T | undefined;
  #last: T | undefined;
  #size = 0;

  get first(): T | undefined {
    return this.#first;
  }

  get size(): number {
    return this.#size;
  }

  /** Puts one who stands in no row at the end. */
  add(member: T): void {
    member.row = this;
    member.before = this.#last;
    if (this.#last === undefined) this.#first = member;
    else this.#last.behind = member;
    this.#last = member;
    this.#size += 1;
  }

  /** Takes out one who stands in this row. */
  remove(member: T): void {
    const { before, behind } = member;
    if (before === undefined) this.#first = behind;
    else before.behind = behind;
    if (behind === undefined) this.#last = before;
    else behind.before = before;
    member.row = undefined;
    member.before = undefined;
    member.behind = undefined;
    this.#size -= 1;
  }

  /** Whoever stands in it now, in order. */
  all(): T[] {
    const members: T[] = [];
    for (let member = this.#first; member !== undefined; member = member.behind) members.push(member);
    return members;
  }
}
