import { existsSync } from "node:fs";
import { systemClock } from "../../base/clock.js";
import { messageOf, toPrintable, toPrintableJson } from "../../base/text.js";
import { eventTypes } from "../../domain/events.js";
import { groupOf } from "../../domain/vocabulary.js";
import { type AnyRegError, RegError } from "../../errors/errors.js";
import { mayRepeat } from "../../errors/repeat.js";
import { createSupplierClient, type SupplierClient } from "../../supplier/client.js";
import type {
  FollowedEvent,
  FollowHandlers,
  Following,
  NotificationEvent,
  SetAsideEvent,
} from "../../supplier/follow/types.js";
import { countRequests, listSetAside } from "../../supplier/follow/unlocked.js";
import type { WebhookEvent } from "../../webhook/types.js";
import { CommandError, type OptionValues, type Terminal } from "../command.js";
import { plural, withoutFullStop } from "../help.js";
import { loadPrintedAdapter, rejectedExitCode, rejectsCredentials, warnOfProxy } from "../service-options.js";
import { type FollowSettings, readSettings, readState } from "./options.js";
import { post } from "./webhook.js";

/**
 * Follows the requests of a supplier until a signal, or for one round, and writes or sends each event.
 *
 * @returns 0; after one round 1 if something is left or set aside, and 3 if another process uses the state
 * @throws UsageError for arguments or variables that cannot be used; CommandError with exit code 2 for a state that
 *   cannot be used, with 4 if the service does not accept the token, and with 1 if it does not accept the requests
 */
export async function runFollow(values: OptionValues, terminal: Terminal): Promise<number> {
  try {
    if (!values.has("list")) return await handOver(readSettings(values, terminal.env), terminal);
    await list(readState(values), terminal);
    return 0;
  } catch (error) {
    if (!RegError.is(error)) throw error;
    throw new CommandError(`${withoutFullStop(error.message)}.`, exitCodeOf(error));
  }
}

function exitCodeOf(error: AnyRegError): number {
  if (error.kind === "state" || error.kind === "input") return 2;
  return rejectsCredentials(error, "supplier") ? rejectedExitCode : 1;
}

async function list(state: string, { write, err }: Terminal): Promise<void> {
  for await (const { event, error } of listSetAside(state, systemClock)) {
    const { type, id, timestamp } = event;
    const subject =
      event.type === "notification"
        ? { notification: event.notification }
        : { kind: event.kind, request: event.request.id };
    await write(`${toPrintableJson({ type, id, timestamp, ...subject, error })}\n`);
  }
  if (!existsSync(state)) err(`there is no file ${toPrintable(state)}: nothing was followed with this state\n`);
}

async function handOver(settings: FollowSettings, terminal: Terminal): Promise<number> {
  const { receiver, notifications } = settings;
  const handle = (event: FollowedEvent | NotificationEvent) => {
    const body = toPrintableJson(toMessage(event));
    return receiver === undefined ? terminal.write(`${body}\n`) : post(receiver, { id: event.id, body });
  };
  const on = {
    ...Object.fromEntries(eventTypes.map((type) => [type, handle])),
    notification: notifications ? handle : undefined,
  };
  warnOfProxy(terminal, settings.client.baseUrl);
  const adapter = await loadPrintedAdapter(settings.adapter, terminal);
  const client = createSupplierClient({ ...settings.client, adapter });
  return settings.once ? runRound(client, on, { settings, terminal }) : follow(client, on, { settings, terminal });
}

interface Run {
  readonly settings: FollowSettings;
  readonly terminal: Terminal;
}

async function follow(client: SupplierClient, on: FollowHandlers, { settings, terminal }: Run): Promise<number> {
  const { err, abandoned } = terminal;
  const { givenBack, follow: options } = settings;
  if (existsSync(`${options.state}.lock`)) err("waiting for the process that uses the state, if it still runs\n");
  const following = client.follow({
    ...options,
    on,
    signal: abandoned,
    onStart: () => {
      err("following\n");
      giveBack(following, givenBack, err);
    },
    onError: ({ message }) => err(`${withoutFullStop(message)}; it is tried again\n`),
    onHandlerError: (error, event) => {
      if (event.attempt < options.attempts) err(`${describe(event, error)}; it is tried again\n`);
    },
    onSetAside: ({ event, error }) =>
      err(`${describe(event, error)}; it was set aside: after a restart, --give-back ${event.id} tries it again\n`),
  });
  await following.ended.catch((error: unknown) => {
    if (error !== abandoned.reason) throw error;
  });
  return 0;
}

/** Runs one round, and returns the exit code. */
async function runRound(client: SupplierClient, on: FollowHandlers, { settings, terminal }: Run): Promise<number> {
  const { err, abandoned } = terminal;
  const { follow: options } = settings;
  const giveBack = settings.givenBack.length > 0 ? await findSetAside(settings, err) : [];
  const isNew = !existsSync(options.state);
  const told = new Set<string>();
  const reported = new Set<unknown>();
  let isLeft = false;
  // One line for each cause, because cron mails every line.
  const lines = new Map<string, { readonly line: string; more: number }>();
  const note = (line: string, cause = line) => {
    const known = lines.get(cause);
    if (known === undefined) lines.set(cause, { line, more: 0 });
    else known.more += 1;
  };
  const leave = (line: string, cause = line) => {
    isLeft = true;
    note(line, cause);
  };
  try {
    const { events, setAside, left, locked } = await client.followOnce({
      ...options,
      deadline: settings.deadline,
      on,
      giveBack,
      signal: abandoned,
      onError: (error) => {
        reported.add(error);
        const line = mayRepeat(error)
          ? `${withoutFullStop(error.message)}; the next round tries it again`
          : error.message;
        // The round rejects for a list, unless the rest of it was handled.
        const isOfList = listOperations.includes(error.operationId ?? "");
        (isOfList ? note : leave)(line, causeOf(error));
      },
      onHandlerError: (error, event) => {
        if (event.attempt < options.attempts && !giveBack.includes(event.id))
          leave(`${describe(event, error)}; a later round tries it again`, messageOf(error));
      },
      onSetAside: ({ event, error }) => {
        told.add(event.id);
        leave(`${describe(event, error)}; it was set aside: --give-back ${event.id} tries it again`);
      },
    });
    if (locked) {
      err(
        events.length > 0
          ? "another process has taken the state over; the round has ended\n"
          : "another process uses the state; nothing was done\n",
      );
      return 3;
    }
    if (isNew && !options.existing) await reportExisting(options.state, err);
    const remaining = setAside.filter(({ event }) => !told.has(event.id)).length;
    if (remaining > 0)
      leave(`${plural(remaining, "event")} set aside: --list prints them, --give-back all tries again`);
    if (left && !isLeft)
      leave("something is left for a later round; what fails too often is set aside, for --give-back");
    return Number(isLeft);
  } catch (error) {
    if (error === abandoned.reason) err("the round was interrupted; the next one goes on\n");
    else if (RegError.is(error, "state") && error.reason === "locked") {
      err(`${error.message}\n`);
      return 3;
    } else if (!reported.has(error)) throw error;
    return RegError.is(error) && rejectsCredentials(error, "supplier") ? rejectedExitCode : 1;
  } finally {
    for (const { line, more } of lines.values())
      err(`${line}${more > 0 ? ` (${more} more failed for the same reason)` : ""}\n`);
  }
}

/** What several errors of a round have in common, such as those of both lists while the service is down. */
function causeOf(error: AnyRegError): string {
  // What a response lacks differs in each list.
  if (error.kind === "response") return error.message;
  return `${error.kind} ${RegError.is(error, "api") ? error.status : ""}`;
}

/** The operations that list requests. */
const listOperations: readonly string[] = Object.values(groupOf).map((group) => `${group}.list`);

/** Says how many requests a new state has noted, which are no events. */
async function reportExisting(state: string, err: Terminal["err"]): Promise<void> {
  const count = await countRequests(state, systemClock);
  if (count > 0)
    err(`the state is new: ${plural(count, "existing request")} noted; --existing with a new state hands them over\n`);
}

/** Returns the ids of the events that are to be handed over again. */
async function findSetAside({ givenBack, follow }: FollowSettings, err: Terminal["err"]): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const { event } of listSetAside(follow.state, systemClock)) all.push(event.id);
  if (givenBack.includes("all")) return all;
  for (const id of givenBack) if (!all.includes(id)) err(notSetAside(id));
  return givenBack;
}

const notSetAside = (id: string) => `no event with the id ${id} was set aside\n`;

function toMessage(event: FollowedEvent | NotificationEvent): WebhookEvent {
  if (event.type === "notification") {
    const { type, id, timestamp, notification } = event;
    return { type, id, timestamp, notification };
  }
  const { type, id, timestamp, kind, request, lines } = event;
  return { type, id, timestamp, kind, request, lines };
}

function giveBack(following: Following, ids: readonly string[], err: Terminal["err"]): void {
  const all = following.setAside().map(({ event }) => event.id);
  for (const id of ids.includes("all") ? all : ids) if (!following.giveBack(id)) err(notSetAside(id));
}

function describe(event: SetAsideEvent["event"], error: unknown): string {
  const subject = event.type === "notification" ? "" : ` of the request ${event.request.id}`;
  return `${event.type} ${event.id}${subject}: ${withoutFullStop(messageOf(error))}`;
}
