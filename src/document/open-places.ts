/**
 * The open places of a JSON body: the keys of `OpenTypes` by JSON pointer, in which `*` stands for every entry of a
 * list. The `data` envelope is a part of the pointer.
 */
export type OpenPlaces = Readonly<Record<string, string>>;

/** What users can declare in `OpenTypes` for the bodies of an API. */
export interface ApiOpenPlaces {
  /**
   * The fields that the document shows of an object, by the key for its other fields. A key that is missing here stands
   * for a whole value, which may also be a list.
   */
  readonly knownFields: Readonly<Record<string, readonly string[]>>;
  /** The key for what responses show, by the key for the same thing in requests; absent where responses lack it. */
  readonly returnedAs: Readonly<Record<string, string>>;
  /** The keys of objects that have no other fields than the shown ones until a user declares some. */
  readonly closed: readonly string[];
  /** The request body and the success response of each operation that has open places. */
  readonly operations: Readonly<Record<string, { readonly request?: OpenPlaces; readonly response?: OpenPlaces }>>;
}
