/** Serves the recipe of Express, and calls it. */
import { once } from "node:events";
import { createSandbox } from "@reg/sdk/sandbox";

const sandbox = createSandbox();
const server = await sandbox.listen();
Object.assign(process.env, { REG_BASE_URL: server.supplier.baseUrl, REG_TOKEN: await sandbox.supplier.token() });
const { app } = await import("./server.js");
const listening = app.listen(0, "127.0.0.1");
await once(listening, "listening");
const address = `http://127.0.0.1:${listening.address().port}`;

const { draft } = await sandbox.seed("draft");
const shown = await (await fetch(`${address}/requests/${draft}`)).json();
if (shown.status !== "Draft") throw new Error(`the status is ${shown.status}`);
const headers = { "content-type": "image/png" };
const photo = { method: "POST", headers, body: new Uint8Array(70_000) };
const uploaded = await fetch(`${address}/requests/${draft}/attachments/photo.png`, photo);
if (uploaded.status !== 201) throw new Error(`the upload ended with ${uploaded.status}`);
const unknown = await fetch(`${address}/requests/0b9f1c1e-8d0a-4a57-9d5c-111111111111`);
if (unknown.status !== 404) throw new Error(`an unknown request ended with ${unknown.status}`);
sandbox.journal.assertCalls({ "serviceRequests.get": 2, "serviceRequests.attachments.upload": 1 });
listening.close();
await server.close();
