import { randomBytes } from "node:crypto";
import type { UploadEncoding } from "../../base/kinds.js";
import { isSuccess } from "../../base/status.js";
import { toPrintable } from "../../base/text.js";
import type { ReceivedResponse } from "../../document/difference.js";
import { textsIn } from "../../document/shapes/infer.js";
import { RegError, readCodes } from "../../errors/errors.js";
import { summarize } from "../../errors/summary.js";
import type { CallOptions } from "../../http/call/options.js";
import type { SupplierClient } from "../../supplier/client.js";
import { plural } from "../help.js";
import { fieldIn, itemsIn, textOrNumber, unwrapped } from "./body.js";
import type { Connection } from "./connection.js";
import type { CallFacts, Observer } from "./observer.js";
import type { Judgement } from "./types.js";

/** The most requests of this part, without those that delete the draft. */
export const writeRequests = 11;

interface WriteParts {
  readonly client: SupplierClient;
  readonly connection: Connection;
  readonly observer: Observer;
  /** Writes a line for the user: only here, ids are named. */
  readonly note: (text: string) => void;
  readonly signal: AbortSignal;
}

interface WriteResult {
  /** What was found out, by the id of the assumption. */
  readonly judgements: ReadonlyMap<string, Judgement>;
  /** What is left behind or was not tried; undefined if everything was done. */
  readonly failure: string | undefined;
}

/** The requests that delete the draft are sent beyond the limit of the run, and are retried longer than others. */
const deletion = { retries: 5, maxTimeout: 5000 };

/** The requests that may be needed to find the draft, to delete it, and to see in two ways that it is gone. */
export const deletionRequests = 4 * (deletion.retries + 1);

/**
 * Creates a draft, tries what reading cannot show, and deletes the draft. Before each request that matters, the last
 * line of the output names what would be left behind if the process were killed. An abort ends the tries, not the
 * deletion.
 */
export async function tryWrites(licensePlate: string, parts: WriteParts): Promise<WriteResult> {
  const { note, signal } = parts;
  const judgements = new Map<string, Judgement>();
  const earlier = await noteEarlier(licensePlate, parts);
  if (signal.aborted) return { judgements, failure: undefined };
  const { id, problem } = await createDraft(licensePlate, earlier, parts);
  if (id === undefined) return { judgements, failure: problem };
  note(`reg: created the draft ${toPrintable(id)}; if this is the last line, delete it\n`);
  let isDeleted = false;
  try {
    for (const attempt of [tryUploads, tryPartialVin]) await attempt(id, parts, judgements);
  } catch (error) {
    // The errors of calls are results: this is an abort or a defect.
    if (!signal.aborted) throw error;
  } finally {
    isDeleted = await deleteDraft(licensePlate, id, parts);
  }
  return { judgements, failure: isDeleted ? undefined : leftBehind(toPrintable(id)) };
}

const leftBehind = (draft: string) => `the draft service request ${draft} may be left behind: delete it.`;

const vehicleHint = " The vehicle may have an open request or be unknown: choose another --license-plate.";

const workOrderNumbers = /^reg-verify-[0-9a-f]{8}$/i;

/** Names the drafts that earlier runs have left. They are not deleted: another run may be using them now. */
async function noteEarlier(licensePlate: string, parts: WriteParts): Promise<readonly string[]> {
  const matches = (number: string) => workOrderNumbers.test(number.trim());
  const { found } = await listRequests(licensePlate, matches, { ...parts, options: { signal: parts.signal } });
  for (const id of found)
    parts.note(
      `reg: an earlier run has left the draft service request ${toPrintable(id)}, which stays. To delete it:\n  ${deletionCommand(id)}\n`,
    );
  return found;
}

/**
 * Creates a draft, and makes sure of its id by its work order number: the address in the response may be that of another
 * request, and a draft may exist after an error. An abort does not end the request, because its id is needed.
 *
 * @param earlier the drafts of earlier runs
 */
async function createDraft(
  licensePlate: string,
  earlier: readonly string[],
  parts: WriteParts,
): Promise<
  { readonly id: string; readonly problem?: undefined } | { readonly id?: undefined; readonly problem: string }
> {
  const { client, connection, observer, note } = parts;
  const workOrderNumber = `reg-verify-${randomBytes(4).toString("hex")}`;
  note(
    `reg: creating a draft with the work order number ${workOrderNumber}; if this is the last line, it may exist: delete it\n`,
  );
  // Whatever the limit, there must be enough requests for the deletion.
  connection.reserve(deletionRequests);
  const { result, error, response } = await observer.call({ parameters: {} }, () =>
    client.serviceRequests.create({ status: "Draft", vehicle: { licensePlate }, appointment: { workOrderNumber } }),
  );
  const received = result?.id ?? idIn(response);
  if (received !== "") {
    note(
      `reg: the service has sent the id ${toPrintable(received)}; if this is the last line, it is the draft with this number or another request: delete it if it is a new draft\n`,
    );
    const read = await observer.call({ parameters: { id: received } }, () => client.serviceRequests.get(received));
    // The service may write it in capitals or fill it up.
    if ([...textsIn(read.result)].some((text) => text.toLowerCase().includes(workOrderNumber))) return { id: received };
  }
  const { status, outcome } = summarize(error);
  // The service may have created it before it responded with an error; without a response, it may still be at it.
  const wasSent = error === undefined || status !== undefined || outcome === "unknown";
  const matches = (number: string) => number.trim().toLowerCase() === workOrderNumber;
  const { found, isComplete } = wasSent
    ? await listRequests(licensePlate, matches, { ...parts, options: { retry: deletion } })
    : { found: [], isComplete: true };
  const [id] = found;
  if (id !== undefined) return { id };
  if (received === "" && isComplete && outcome !== "unknown" && error !== undefined) {
    note("reg: no draft was created\n");
    const hints = [
      RegError.is(error, "validation") ? vehicleHint : "",
      earlier.length > 0 ? " A line above names a draft of an earlier run." : "",
    ];
    const problem = `no draft was created (${describeProblem(error)}), so that nothing was tried by writing.`;
    return { problem: `${problem}${hints.join("")}` };
  }
  const problem =
    received === ""
      ? leftBehind(`with the work order number ${workOrderNumber}`)
      : `the service request ${toPrintable(received)}, whose id the service has sent, does not show the work order number ${workOrderNumber} of the draft: if it is a new draft, delete it.`;
  note(`reg: ${problem}\n`);
  return { problem };
}

/** Deletes the draft, whatever happens. Returns whether it is gone. */
async function deleteDraft(licensePlate: string, id: string, parts: WriteParts): Promise<boolean> {
  const { client, observer, note } = parts;
  await observer.call({ parameters: { id } }, () => client.serviceRequests.delete(id, { retry: deletion }));
  // After a lost response to the deletion, the next one is 404. Only a read shows that the draft is gone.
  const { error } = await observer.call({ parameters: { id }, ids: "unknown" }, () =>
    client.serviceRequests.get(id, { retry: deletion }),
  );
  let isGone = RegError.is(error, "not-found");
  if (!isGone && RegError.is(error, "response") && error.status === 404) {
    // A gateway that does not reach the service may respond with 404, too, but not with the list.
    const { found, isComplete } = await listRequests(licensePlate, () => true, {
      ...parts,
      options: { retry: deletion },
    });
    isGone = isComplete && !found.includes(id);
  }
  note(`reg: ${isGone ? `deleted the draft ${toPrintable(id)}` : leftBehind(toPrintable(id))}\n`);
  return isGone;
}

/** Lists the ids of requests for the vehicle, by their work order numbers, and whether there are certainly no others. */
async function listRequests(
  licensePlate: string,
  matches: (workOrderNumber: string) => boolean,
  { client, observer, options }: WriteParts & { readonly options: CallOptions },
): Promise<{ readonly found: readonly string[]; readonly isComplete: boolean }> {
  const query = { licensePlate };
  const { result, response } = await observer.call({ parameters: query }, () =>
    client.serviceRequests.list(query, options),
  );
  const list = result && response?.body;
  const found = itemsIn(list).filter((item) => matches(String(fieldIn(item, "workOrderNumber"))));
  return {
    found: found.map((item) => String(fieldIn(item, "id") ?? "")).filter((id) => id !== ""),
    isComplete: list !== undefined && fieldIn(list, "hasMore") !== true,
  };
}

/** The id in a success that the client could not read, in any spelling; empty if there is none. */
function idIn(response: ReceivedResponse | undefined): string {
  if (response === undefined || !isSuccess(response.status)) return "";
  return String(textOrNumber(fieldIn(unwrapped(response.body), "id")) ?? "");
}

/**
 * A command for a shell with the variables of the command `verify`; arguments of curl would show the token to other
 * users.
 */
const deletionCommand = (id: string) =>
  `echo "Authorization: Bearer $REG_TOKEN" | curl -X DELETE -H @- "$REG_BASE_URL/v2/servicerequests/${encodeURIComponent(id)}"`;

const content = "This file was uploaded by npx @reg/sdk verify and can be deleted.\n";

async function tryUploads(id: string, parts: WriteParts, judgements: Map<string, Judgement>): Promise<void> {
  const raw = await tryUpload(id, "binary", parts);
  const form = await tryUpload(id, "multipart", parts);
  const inForm = `multipart: ${form.text}`;
  judgements.set(
    "serviceRequests.attachments.upload.input",
    raw.works
      ? { verdict: "confirmed", evidence: `binary: ${raw.text}; ${inForm}` }
      : form.works
        ? { verdict: "refuted", evidence: `${inForm}; raw: ${raw.text}` }
        : { verdict: "not-seen", evidence: `an upload that works (raw: ${raw.text}; ${inForm})`, needs: "write" },
  );
}

interface UploadAttempt {
  readonly works: boolean;
  readonly text: string;
}

async function tryUpload(id: string, uploadEncoding: UploadEncoding, parts: WriteParts): Promise<UploadAttempt> {
  const { attachments } = parts.client.serviceRequests;
  const file = new File([content], "reg-verify.txt", { type: "text/plain" });
  const send = (options: CallOptions) => attachments.upload(id, file, { ...options, uploadEncoding });
  const uploaded = await call(parts, { parameters: { id }, isProbe: uploadEncoding !== "binary" }, send);
  if ("problem" in uploaded) return { works: false, text: uploaded.problem };
  const attachmentId = uploaded.result.id;
  if (attachmentId === undefined) return { works: true, text: "accepted" };
  const read = await call(parts, { parameters: { id, attachmentId } }, (options) =>
    attachments.get(id, attachmentId, options),
  );
  if ("problem" in read) return { works: true, text: `accepted, but not readable (${read.problem})` };
  const isSame = (await read.result.blob.text()) === content;
  return { works: isSame, text: isSame ? "accepted and stored unchanged" : "accepted, but stored changed" };
}

/** A made-up value: the last characters of a vehicle identification number. */
const partialVin = "ZZ000001";

/** Changes the partial VIN inside the vehicle and, unless that works, beside it. */
async function tryPartialVin(id: string, parts: WriteParts, judgements: Map<string, Judgement>): Promise<void> {
  const inside = await tryPatch(id, { vehicle: { partialVin } }, parts);
  if (inside === undefined) {
    judgements.set("requests.partial-vin", { verdict: "confirmed", evidence: "as a field of vehicle" });
    return;
  }
  const beside = await tryPatch(id, { partialVin }, parts);
  judgements.set(
    "requests.partial-vin",
    beside === undefined
      ? { verdict: "refuted", evidence: `as a field beside vehicle; inside it: ${inside}` }
      : {
          verdict: "not-seen",
          evidence: `a change that takes effect (inside: ${inside}; beside: ${beside})`,
          needs: "write",
        },
  );
}

/** Returns why a change had no effect; undefined if it had. */
async function tryPatch(id: string, change: object, parts: WriteParts): Promise<string | undefined> {
  const { serviceRequests } = parts.client;
  const send = (options: CallOptions) => serviceRequests.patch(id, change, options);
  const patched = await call(parts, { parameters: { id }, isProbe: !("vehicle" in change) }, send);
  if ("problem" in patched) return patched.problem;
  const read = await call(parts, { parameters: { id } }, (options) => serviceRequests.get(id, options));
  if ("problem" in read) return read.problem;
  const { vehicle }: { vehicle?: unknown } = read.result;
  const isChanged = [vehicle, read.result].some((holder) => fieldIn(holder, "partialVin") === partialVin);
  return isChanged ? undefined : "accepted without effect";
}

/** Makes a call, whose error is a result. After an abort there is no further call. */
async function call<Result>(
  { observer, signal }: WriteParts,
  about: CallFacts,
  send: (options: CallOptions) => Promise<Result>,
): Promise<{ readonly result: Result } | { readonly problem: string }> {
  signal.throwIfAborted();
  // The id of the draft comes from the service.
  const ended = await observer.call({ ids: "service", ...about }, () => send({ signal }));
  if (ended.error !== undefined) return { problem: describeProblem(ended.error) };
  return { result: ended.result as Result };
}

/** Describes an error without a text of the service: other codes than those of its form are only counted. */
function describeProblem(error: unknown): string {
  const { status, codes = [], kind, name } = summarize(error);
  if (status === undefined) return kind ?? name;
  const others = new Set(readCodes(Object(error))).size - codes.length;
  const counted = others === 0 ? [] : [`and ${plural(others, "other code")}`];
  return [`status ${status}`, ...codes, ...counted].join(" ");
}
