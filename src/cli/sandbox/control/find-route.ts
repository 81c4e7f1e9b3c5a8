import { ControlRefusal } from "./reply.js";
import type { ControlRoute } from "./route.js";
import { routes } from "./routes.js";

/** A route with what stands in the path of a request. */
export interface FoundRoute {
  readonly route: ControlRoute;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Finds what a request is for.
 *
 * @throws ControlRefusal 404 with every path there is, and 405 with the methods that the path takes
 */
export function findRoute(method: string, pathname: string): FoundRoute {
  const found = routes.flatMap((route) => {
    const params = paramsOf(route.path, pathname);
    return params === undefined ? [] : [{ route, params }];
  });
  if (found.length === 0) {
    const paths = routes.map((route) => `${route.method} ${route.path}`);
    throw new ControlRefusal(404, { message: "There is nothing under this path.", paths });
  }
  const right = found.find(({ route }) => route.method === method);
  if (right !== undefined) return right;
  const allow = found.map(({ route }) => route.method).join(", ");
  throw new ControlRefusal(405, { message: `This path takes ${allow}.` }, { allow });
}

/** The parameters of a path; undefined if it is another one. */
function paramsOf(template: string, pathname: string): Record<string, string> | undefined {
  const names = template.split("/");
  const parts = pathname.split("/");
  if (names.length !== parts.length) return undefined;
  const params: [string, string][] = [];
  for (const [index, name] of names.entries()) {
    const part = decoded(parts[index] ?? "");
    if (part === undefined) return undefined;
    const param = /^\{(\w+)\}$/.exec(name)?.[1];
    if (param !== undefined && part !== "") params.push([param, part]);
    else if (name !== part) return undefined;
  }
  return Object.fromEntries(params);
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
