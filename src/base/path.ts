/**
 * Reads the parameters of a path, decoded; undefined if the path does not match the template. A parameter is not empty.
 *
 * @param template such as `/things/{id}`
 * @throws URIError for a parameter with a broken percent-encoding
 */
export function matchPath(template: string, path: string): Record<string, string> | undefined {
  return matchSegments(template, path.split("/"));
}

/** Does the same for a path that is split at its slashes. */
export function matchSegments(template: string, segments: readonly string[]): Record<string, string> | undefined {
  const names = template.split("/");
  const isParam = (name: string) => name.startsWith("{");
  const matches = (name: string, index: number) => (isParam(name) ? segments[index] !== "" : segments[index] === name);
  if (names.length !== segments.length || !names.every(matches)) return undefined;
  return Object.fromEntries(
    names.flatMap((name, index) =>
      isParam(name) ? [[name.slice(1, -1), decodeURIComponent(segments[index] ?? "")]] : [],
    ),
  );
}

/**
 * Reads the parameters of the end of a path, which may have any prefix; undefined if it does not match the template.
 *
 * @throws URIError for a parameter with a broken percent-encoding
 */
export function matchEnd(template: string, path: string): Record<string, string> | undefined {
  return matchSegments(template, ["", ...path.split("/").slice(1 - template.split("/").length)]);
}

/** Whether a host name, as `URL` writes it, is that of this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
