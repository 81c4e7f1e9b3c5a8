export type { WebhookEvent, WebhookHeaders, WebhookOptions } from "./types.js";
export { verifyWebhook } from "./verify.js";
