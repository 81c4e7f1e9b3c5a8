import { randomBytes } from "node:crypto";
import type { DownloadedFile } from "../../base/files.js";
import type { UploadEncoding } from "../../base/kinds.js";
import { toPrintable } from "../../base/text.js";
import type { ReceivedResponse } from "../../document/difference.js";
import { textsIn } from "../../document/shapes/infer.js";
import { RegError, readCodes } from "../../errors/errors.js";
import { summarize } from "../../errors/summary.js";
import type { CallOptions } from "../../http/call/options.js";
import type { SupplierClient } from "../../supplier/client.js";
import { plural } from "../help.js";
import { fieldOf, itemsIn, textOrNumber, unwrapped } from "./body.js";
import type { Connection } from "./connection.js";
import { isSuccess } from "./evidence.js";
import type { CallFacts, Observer } from "./observer.js";
import type { Finding } from "./types.js";

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
  readonly tried: ReadonlyMap<string, Finding>;
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
  const tried = new Map<string, Finding>();
  // A draft whose id was not received can be found by this number.
  const workOrderNumber = `reg-verify-${randomBytes(4).toString("hex")}`;
  const draft = new Draft(licensePlate, workOrderNumber, parts);
  await draft.noteEarlier();
  if (parts.signal.aborted) return { tried, failure: undefined };
  const problem = await draft.create();
  if (problem !== undefined) return { tried, failure: problem };
  try {
    for (const attempt of [tryUploads, tryPartialVin]) await attempt(draft.id, parts, tried);
  } catch (error) {
    // The errors of calls are results: this is an abort or a defect.
    if (!parts.signal.aborted) throw error;
  } finally {
    await draft.delete();
  }
  return { tried, failure: draft.isDeleted ? undefined : draft.leftBehind };
}

const vehicleHint = " The vehicle may have an open request or be unknown: choose another --license-plate.";

const workOrderNumbers = /^reg-verify-[0-9a-f]{8}$/i;

/** The ids of requests, and whether there are certainly no others. */
interface FoundRequests {
  readonly found: readonly string[];
  readonly isComplete: boolean;
}

/** The draft of a run, which is deleted whatever happens. */
class Draft {
  readonly #licensePlate: string;
  readonly #workOrderNumber: string;
  readonly #parts: WriteParts;
  #hasEarlier = false;
  /** The id of the draft, which a read has confirmed. */
  id = "";
  /** The id in the response to the creation. */
  #receivedId = "";
  isDeleted = false;

  constructor(licensePlate: string, workOrderNumber: string, parts: WriteParts) {
    this.#licensePlate = licensePlate;
    this.#workOrderNumber = workOrderNumber;
    this.#parts = parts;
  }

  get leftBehind(): string {
    if (this.id !== "") return `the draft service request ${toPrintable(this.id)} may be left behind: delete it.`;
    const number = `with the work order number ${this.#workOrderNumber}`;
    return this.#receivedId === ""
      ? `the draft service request ${number} may be left behind: delete it.`
      : `the service request ${toPrintable(this.#receivedId)}, whose id the service has sent, does not show the work order number ${this.#workOrderNumber} of the draft: if it is a new draft, delete it.`;
  }

  /** Names the drafts that earlier runs have left. They are not deleted: another run may be using them now. */
  async noteEarlier(): Promise<void> {
    const { note, signal } = this.#parts;
    const { found } = await this.#list((number) => workOrderNumbers.test(number.trim()), { signal });
    this.#hasEarlier = found.length > 0;
    for (const id of found)
      note(
        `reg: an earlier run has left the draft service request ${toPrintable(id)}, which stays. To delete it:\n  ${deletionCommand(id)}\n`,
      );
  }

  /**
   * Creates the draft. An abort does not end the request, because its id is needed.
   *
   * @returns why there is no draft, or none whose id is known
   */
  async create(): Promise<string | undefined> {
    const { client, connection, observer, note } = this.#parts;
    note(
      `reg: creating a draft with the work order number ${this.#workOrderNumber}; if this is the last line, it may exist: delete it\n`,
    );
    // Whatever the limit, there must be enough requests for the deletion.
    connection.reserve(deletionRequests);
    const { result, error, response } = await observer.call({ parameters: {} }, () =>
      client.serviceRequests.create({
        status: "Draft",
        vehicle: { licensePlate: this.#licensePlate },
        appointment: { workOrderNumber: this.#workOrderNumber },
      }),
    );
    const id = result?.id ?? idIn(response);
    this.#receivedId = id;
    if (id !== "")
      note(
        `reg: the service has sent the id ${toPrintable(id)}; if this is the last line, it is the draft with this number or another request: delete it if it is a new draft\n`,
      );
    if (id !== "" && (await this.#hasWorkOrderNumber(id))) this.id = id;
    else {
      const { found, isComplete } = await this.#findAfter(error);
      this.id = found[0] ?? "";
      if (this.id === "" && this.#receivedId === "" && isComplete && error !== undefined) {
        note("reg: no draft was created\n");
        const earlier = this.#hasEarlier ? " A line above names a draft of an earlier run." : "";
        const hint = RegError.is(error, "validation") ? vehicleHint : "";
        return `no draft was created (${describeProblem(error)}), so that nothing was tried by writing.${hint}${earlier}`;
      }
    }
    if (this.id === "") {
      note(`reg: ${this.leftBehind}\n`);
      return this.leftBehind;
    }
    note(`reg: created the draft ${toPrintable(this.id)}; if this is the last line, delete it\n`);
    return undefined;
  }

  async delete(): Promise<void> {
    const { client, observer, note } = this.#parts;
    await observer.call({ parameters: { id: this.id } }, () =>
      client.serviceRequests.delete(this.id, { retry: deletion }),
    );
    // After a lost response to the deletion, the next one is 404. Only a read shows that the draft is gone.
    this.isDeleted = await this.#isGone();
    note(this.isDeleted ? `reg: deleted the draft ${toPrintable(this.id)}\n` : `reg: ${this.leftBehind}\n`);
  }

  /** Whether a request is the draft: the address in the response to the creation may be that of another one. */
  async #hasWorkOrderNumber(id: string): Promise<boolean> {
    const { client, observer } = this.#parts;
    const { result } = await observer.call({ parameters: { id } }, () => client.serviceRequests.get(id));
    // The service may write it in capitals or fill it up.
    return [...textsIn(result)].some((text) => text.toLowerCase().includes(this.#workOrderNumber));
  }

  async #isGone(): Promise<boolean> {
    const { client, observer } = this.#parts;
    const { error } = await observer.call({ parameters: { id: this.id }, ids: "unknown" }, () =>
      client.serviceRequests.get(this.id, { retry: deletion }),
    );
    if (RegError.is(error, "not-found")) return true;
    if (!RegError.is(error, "response") || error.status !== 404) return false;
    // A gateway that does not reach the service may respond with 404, too, but not with the list.
    const { found, isComplete } = await this.#list(() => true, { retry: deletion });
    return isComplete && !found.includes(this.id);
  }

  /** Looks for the draft: the service may have created it before it responded with an error. */
  async #findAfter(error: unknown): Promise<FoundRequests> {
    const { status, outcome } = summarize(error);
    const wasSent = error === undefined || status !== undefined || outcome === "unknown";
    if (!wasSent) return { found: [], isComplete: true };
    const matches = (number: string) => number.trim().toLowerCase() === this.#workOrderNumber;
    const { found, isComplete } = await this.#list(matches, { retry: deletion });
    // Without a response, the service may still be creating it.
    return { found, isComplete: isComplete && outcome !== "unknown" };
  }

  async #list(matches: (workOrderNumber: string) => boolean, options: CallOptions): Promise<FoundRequests> {
    const { client, observer } = this.#parts;
    const query = { licensePlate: this.#licensePlate };
    const { result, response } = await observer.call({ parameters: query }, () =>
      client.serviceRequests.list(query, options),
    );
    const list = result && response?.body;
    const found = itemsIn(list).filter((item) => matches(String(fieldOf(item, "workOrderNumber"))));
    return {
      found: found.map((item) => String(fieldOf(item, "id") ?? "")).filter((id) => id !== ""),
      isComplete: list !== undefined && fieldOf(list, "hasMore") !== true,
    };
  }
}

/** The id in a success that the client could not read, in any spelling. */
function idIn(response: ReceivedResponse | undefined): string {
  if (response === undefined || !isSuccess(response.status)) return "";
  return String(textOrNumber(fieldOf(unwrapped(response.body), "id")) ?? "");
}

/**
 * A command for a shell with the variables of the command `verify`; arguments of curl would show the token to other
 * users.
 */
const deletionCommand = (id: string) =>
  `echo "Authorization: Bearer $REG_TOKEN" | curl -X DELETE -H @- "$REG_BASE_URL/v2/servicerequests/${encodeURIComponent(id)}"`;

const content = "This file was uploaded by npx @reg/sdk verify and can be deleted.\n";

async function tryUploads(id: string, parts: WriteParts, tried: Map<string, Finding>): Promise<void> {
  const raw = await tryUpload(id, "binary", parts);
  const form = await tryUpload(id, "multipart", parts);
  const inForm = `multipart: ${form.text}`;
  tried.set(
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
  const isSame = (await textOf(read.result)) === content;
  return { works: isSame, text: isSame ? "accepted and stored unchanged" : "accepted, but stored changed" };
}

const textOf = ({ blob }: DownloadedFile) => blob.text();

/** A made-up value: the last characters of a vehicle identification number. */
const partialVin = "ZZ000001";

/** Changes the partial VIN inside the vehicle and, unless that works, beside it. */
async function tryPartialVin(id: string, parts: WriteParts, tried: Map<string, Finding>): Promise<void> {
  const inside = await tryPatch(id, { vehicle: { partialVin } }, parts);
  if (inside === undefined) {
    tried.set("requests.partial-vin", { verdict: "confirmed", evidence: "as a field of vehicle" });
    return;
  }
  const beside = await tryPatch(id, { partialVin }, parts);
  tried.set(
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
  const isChanged = [vehicle, read.result].some((holder) => fieldOf(holder, "partialVin") === partialVin);
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
