import { joinLines } from "../help.js";
import type { VerifySettings } from "./options.js";
import { isUnknown, type Step, steps } from "./steps.js";

/** Describes what a run sends and how much: without license plates, ids and credentials. */
export function describePlan(settings: VerifySettings): string {
  const { api, access, licensePlates, ids, intervalMs, maxRequests, write } = settings;
  const origin = access === undefined ? "the service" : new URL(access.baseUrl).origin;
  const seconds = Math.ceil((maxRequests * intervalMs) / 1000);
  const all = steps[api];
  const lines: readonly (readonly [isShown: boolean, line: string])[] = [
    [
      true,
      `reg verify ${api}: at most ${maxRequests} requests to ${origin} in about ${seconds} s, with ${intervalMs / 1000} s or more between them.`,
    ],
    [!write, "It only reads: nothing is created, changed or deleted."],
    [
      write,
      "It also writes: it creates one draft for the given license plate, uploads two small files to it, changes its partial VIN, and deletes it.",
    ],
    [api === "lessor", "POST /token once; all other requests are GET."],
    [licensePlates.length > 0, `It begins with the given license plates: ${licensePlates.length}.`],
    [ids.length > 0, `It begins with the given ids of service requests: ${ids.length}.`],
    [api === "supplier", `GET without an id: ${namesOf(all.filter(({ from }) => from === undefined))}.`],
    [
      true,
      `GET with ${api === "supplier" ? "ids and license plates of those responses" : "each license plate"}: ${namesOf(all.filter((step) => step.from !== undefined && !isUnknown(step)))}.`,
    ],
    [api === "supplier", `GET of what does not exist: ${namesOf(all.filter(isUnknown))}.`],
  ];
  return joinLines(lines.flatMap(([isShown, line]) => (isShown ? [line] : [])));
}

const namesOf = (list: readonly Step[]) =>
  [...new Set(list.map(({ operationId }) => operationId))].join(", ");
