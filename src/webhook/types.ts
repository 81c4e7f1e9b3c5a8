import type { Clock } from "../base/clock.js";
import type { FollowedEvent, NotificationEvent } from "../supplier/follow/types.js";

/**
 * An event as the command `follow` writes and sends it: of a request, or, if its `type` is `notification`, of a
 * notification. The same event always has the same `id`. A later version of the command may send further types.
 */
export type WebhookEvent =
  | Pick<FollowedEvent, "type" | "id" | "timestamp" | "kind" | "request" | "lines">
  | Pick<NotificationEvent, "type" | "id" | "timestamp" | "notification">;

/** The headers of a request: a `Headers`, or the object of Node.js and its frameworks. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined };

/** What `verifyWebhook` needs to know. */
export interface WebhookOptions {
  /**
   * What the command has in `REG_WEBHOOK_SECRET`: `whsec_` and 24 to 64 bytes in base64. Of several, one must fit: give
   * the old and the new one while you replace it.
   */
  readonly secret: string | readonly string[];
  /**
   * How far `webhook-timestamp` may be from the time of this machine, in milliseconds. Default 300 000, five minutes, as
   * the libraries of Standard Webhooks have it.
   */
  readonly tolerance?: number | undefined;
  /** Default: the clock of the system. */
  readonly clock?: Clock | undefined;
}
