/** So many errors in a row are kept: an error, its cause, and the cause of that. */
const deepest = 3;

/** What is kept of an error beside its name, message and stack. */
const kept = ["code", "syscall", "address", "port"] as const;

/**
 * What may be shown of the failure of a request: its name, message, stack, code, system call, address and port, and
 * its causes likewise, as plain errors. All else may hold the request or the answer, token and all: undici's parser
 * keeps the bytes that it could not read, and other libraries keep the request's headers.
 *
 * @param clean takes out of a text what must not be shown
 */
export function harmlessCause(
  error: unknown,
  clean: (text: string) => string,
  depth: number = deepest,
): unknown {
  if (typeof error === "string") return clean(error);
  if (typeof error !== "object" || error === null) return typeof error === "function" ? undefined : error;
  const read = (name: string): unknown => cleaned(Reflect.get(error, name), clean);
  const message = read("message");
  const harmless = new Error(typeof message === "string" ? message : "what was thrown is no error");
  hide(harmless, "name", textOr(read("name"), "Error"));
  hide(harmless, "stack", textOr(read("stack"), String(harmless)));
  for (const name of kept) {
    const value = read(name);
    if (value !== undefined) Object.assign(harmless, { [name]: value });
  }
  const below = depth > 1 ? harmlessCause(causeOf(error), clean, depth - 1) : undefined;
  if (below !== undefined) hide(harmless, "cause", below);
  return harmless;
}

/** Of several errors at once, as Node gathers them for the addresses of a host, the first speaks for all. */
function causeOf(error: object): unknown {
  const cause: unknown = Reflect.get(error, "cause");
  return cause === undefined && error instanceof AggregateError ? error.errors[0] : cause;
}

function cleaned(value: unknown, clean: (text: string) => string): string | number | undefined {
  if (typeof value === "string") return clean(value);
  return typeof value === "number" ? value : undefined;
}

const textOr = (value: unknown, otherwise: string) => (typeof value === "string" ? value : otherwise);

/** Sets a property as errors have it: not one of those that a loop over its fields shows. */
function hide(error: Error, name: string, value: unknown): void {
  Object.defineProperty(error, name, { value, writable: true, configurable: true, enumerable: false });
}
