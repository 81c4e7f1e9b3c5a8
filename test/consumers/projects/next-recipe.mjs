/** Calls the bundled handlers and the action of the recipe of Next.js. */
import { createSandbox } from "@reg/sdk/sandbox";

const sandbox = createSandbox();
const server = await sandbox.listen();
const { lessor: id } = await sandbox.seed("lessor");
const route = await import("./out/requests/[id]/route.mjs");
const edge = await import("./out/edge/route.mjs");
const { uploadPhoto } = await import("./out/actions.mjs");
// Only now: the modules are loaded without them, as by `next build`.
Object.assign(process.env, { REG_BASE_URL: server.supplier.baseUrl, REG_TOKEN: await sandbox.supplier.token() });

const get = (wanted) => route.GET(new Request("http://next.example"), { params: Promise.resolve({ id: wanted }) });
const statusOf = async () => (await (await get(id)).json()).status;
const before = await statusOf();
sandbox.lessor.deny(id);
const after = await statusOf();
if (before !== "ApprovalRequested" || after !== "Denied") throw new Error(`the statuses are ${before} and ${after}`);
const unknown = await get("0b9f1c1e-8d0a-4a57-9d5c-111111111111");
if (unknown.status !== 404) throw new Error(`an unknown request ended with ${unknown.status}`);
await edge.GET();
const form = new FormData();
form.append("id", id);
form.append("photo", new File(["photo"], "photo.png", { type: "image/png" }));
await uploadPhoto(form);
sandbox.journal.assertCalls({ "serviceRequests.attachments.upload": 1, "lessors.list": 1 });
await server.close();
