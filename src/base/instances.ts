/** The built-in objects that programs and runtimes give to this package, by the names of their classes. */
interface BuiltIns {
  AbortSignal: AbortSignal;
  ArrayBuffer: ArrayBuffer;
  Blob: Blob;
  Date: Date;
  DOMException: DOMException;
  Error: Error;
  File: File;
  FormData: FormData;
  Map: Map<unknown, unknown>;
  Request: Request;
  Set: Set<unknown>;
  Uint8Array: Uint8Array<ArrayBuffer>;
  URLSearchParams: URLSearchParams;
}

/**
 * Whether a value is an object of one of these built-in classes, also of another realm, for which `instanceof` is false.
 * In Jest, every error of `fetch` and of the file system comes from another realm; in jsdom, so do Node's bytes and Blobs.
 */
export function isInstance<Name extends keyof BuiltIns>(
  value: unknown,
  ...names: readonly Name[]
): value is BuiltIns[Name] {
  // A class of a library may have no tag, such as a Blob of happy-dom, but then it replaces the global one.
  const tag = Object.prototype.toString.call(value).slice("[object ".length, -1);
  return names.some((name) => {
    const builtIn: unknown = Reflect.get(globalThis, name);
    return tag === name || (typeof builtIn === "function" && value instanceof builtIn);
  });
}
