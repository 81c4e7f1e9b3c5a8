/** A place in a chain. */
export interface Link<T> {
  readonly value: T;
  previous: Link<T> | undefined;
  next: Link<T> | undefined;
  /** Still in the chain. */
  held: boolean;
}

/**
 * A list that takes one out of its middle at once. A Set does so too, but needs a hash of each object, which for what
 * lives no longer than a call costs more than all else that is done with it.
 *
 * Not the throttle's `Row`, whose members keep their places themselves and stand in one row only: there may be 100 000
 * of them, each with an object less. Here whoever comes holds the link, and may stand in several chains.
 */
export class Chain<T> {
  #first: Link<T> | undefined;
  #last: Link<T> | undefined;

  get isEmpty(): boolean {
    return this.#first === undefined;
  }

  /** Adds a value at the end. */
  add(value: T): Link<T> {
    const link: Link<T> = { value, previous: this.#last, next: undefined, held: true };
    if (this.#last === undefined) this.#first = link;
    else this.#last.next = link;
    this.#last = link;
    return link;
  }

  /** Takes a link out; false if it was out already. */
  remove(link: Link<T>): boolean {
    if (!link.held) return false;
    const { previous, next } = link;
    if (previous === undefined) this.#first = next;
    else previous.next = next;
    if (next === undefined) this.#last = previous;
    else next.previous = previous;
    link.held = false;
    // Or whoever keeps a link that is out would keep all that came after it.
    link.previous = undefined;
    link.next = undefined;
    return true;
  }

  /** The links in the order in which they were added, without those that are taken out meanwhile. */
  *[Symbol.iterator](): Generator<Link<T>> {
    const links: Link<T>[] = [];
    for (let link = this.#first; link !== undefined; link = link.next) links.push(link);
    for (const link of links) if (link.held) yield link;
  }
}
