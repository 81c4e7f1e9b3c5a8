import type { Services } from "./context.js";
import type { StoredRequest } from "./state.js";

/** Stores a new request. */
export function addRequest({ state, open }: Pick<Services, "state" | "open">, request: StoredRequest): void {
  state.requests.set(request.id, request);
  open.add(request);
}

/** Removes a request, if there is one with this id. */
export function removeRequest({ state, open }: Pick<Services, "state" | "open">, id: string): void {
  const request = state.requests.get(id);
  if (request === undefined) return;
  state.requests.delete(id);
  open.delete(request);
}
