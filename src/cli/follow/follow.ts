import { existsSync } from "node:fs";
import { systemClock } from "../../base/clock.js";
import { messageOf, toPrintableJson } from "../../base/text.js";
import { eventTypes } from "../../domain/events.js";
import { RegError } from "../../errors/errors.js";
import { createSupplierClient } from "../../supplier/client.js";
import { listSetAside } from "../../supplier/follow/state.js";
import type { FollowedEvent, Following, NotificationEvent, SetAsideEvent } from "../../supplier/follow/types.js";
import type { WebhookEvent } from "../../webhook/types.js";
import { CommandError, type OptionValues, type Terminal } from "../command.js";
import { loadPrintedAdapter, warnOfProxy } from "../service-options.js";
import { type FollowSettings, readSettings, readState } from "./options.js";
import { post } from "./webhook.js";

/**
 * Follows the requests of a supplier until a signal, and writes or sends each event.
 *
 * @returns 0
 * @throws UsageError for arguments or variables that cannot be used; CommandError with exit code 2 for a state that
 *   cannot be used, and with 1 if the service does not accept the requests
 */
export async function runFollow(values: OptionValues, terminal: Terminal): Promise<number> {
  try {
    if (values.has("list")) await list(readState(values), terminal);
    else await follow(readSettings(values, terminal.env), terminal);
    return 0;
  } catch (error) {
    if (!RegError.is(error)) throw error;
    throw new CommandError(`${error.message}.`, error.kind === "state" || error.kind === "input" ? 2 : 1);
  }
}

async function list(state: string, { write }: Terminal): Promise<void> {
  for await (const { event, error } of listSetAside(state, systemClock)) {
    const { type, id, timestamp } = event;
    const subject =
      event.type === "notification"
        ? { notification: event.notification }
        : { kind: event.kind, request: event.request.id };
    await write(`${toPrintableJson({ type, id, timestamp, ...subject, error })}\n`);
  }
}

async function follow(settings: FollowSettings, terminal: Terminal): Promise<void> {
  const { err, abandoned, write } = terminal;
  const { receiver, givenBack, notifications, follow: options } = settings;
  const handle = (event: FollowedEvent | NotificationEvent) => {
    const body = toPrintableJson(toMessage(event));
    return receiver === undefined ? write(`${body}\n`) : post(receiver, { id: event.id, body });
  };
  warnOfProxy(terminal, settings.client.baseUrl);
  const adapter = await loadPrintedAdapter(settings.adapter, terminal);
  const client = createSupplierClient({ ...settings.client, adapter });
  if (existsSync(`${options.state}.lock`)) err("waiting for the process that uses the state, if it still runs\n");
  const following = client.follow({
    ...options,
    on: {
      ...Object.fromEntries(eventTypes.map((type) => [type, handle])),
      notification: notifications ? handle : undefined,
    },
    signal: abandoned,
    onStart: () => {
      err("following\n");
      giveBack(following, givenBack, err);
    },
    onError: ({ message }) => err(`${message}; it is tried again\n`),
    onHandlerError: (error, event) => {
      if (event.attempt < options.attempts) err(`${describe(event, error)}; it is tried again\n`);
    },
    onSetAside: ({ event, error }) =>
      err(`${describe(event, error)}; it was set aside: after a restart, --give-back ${event.id} tries it again\n`),
  });
  await following.ended.catch((error: unknown) => {
    if (error !== abandoned.reason) throw error;
  });
}

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
  for (const id of ids.includes("all") ? all : ids)
    if (!following.giveBack(id)) err(`no event with the id ${id} was set aside\n`);
}

function describe(event: SetAsideEvent["event"], error: unknown): string {
  const subject = event.type === "notification" ? "" : ` of the request ${event.request.id}`;
  return `${event.type} ${event.id}${subject}: ${messageOf(error)}`;
}
