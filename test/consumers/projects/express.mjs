/** Serves the recipe of Express, and calls it. */
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createSandbox } from "@reg/sdk/sandbox";
import express from "express";

const sandbox = createSandbox();
const server = await sandbox.listen();
Object.assign(process.env, { REG_BASE_URL: server.supplier.baseUrl, REG_TOKEN: await sandbox.supplier.token() });
const { app } = await import("./server.js");
const { regEvents } = await import("./reg-events.js");
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

const received = [];
let failures = 1;
const receiver = express();
receiver.use(
  "/reg-events",
  regEvents(async (event) => {
    if (failures-- > 0) throw new Error("the first handling of an event fails");
    received.push(event);
  }),
);
// The fourth parameter makes it a handler of errors.
receiver.use((_error, _request, response, _next) => response.sendStatus(500));
const receiving = receiver.listen(0, "127.0.0.1");
await once(receiving, "listening");
const key = Buffer.alloc(32, "key");
process.env.REG_WEBHOOK_SECRET = `whsec_${key.toString("base64")}`;
const event = {
  type: "denied",
  id: "e-0",
  kind: "service",
  request: { id: draft, note: "x".repeat(200_000) },
  lines: [],
};
const body = JSON.stringify(event);
const time = String(Math.floor(Date.now() / 1000));
const signature = createHmac("sha256", key).update(`e-0.${time}.${body}`).digest("base64");
const send = async (text) => {
  const signed = { "webhook-id": "e-0", "webhook-timestamp": time, "webhook-signature": `v1,${signature}` };
  const sent = { method: "POST", headers: { "content-type": "application/json", ...signed }, body: text };
  return (await fetch(`http://127.0.0.1:${receiving.address().port}/reg-events`, sent)).status;
};
const statuses = [await send(`${body} `), await send(body), await send(body), await send(body)];
if (statuses.join() !== "500,500,204,204") throw new Error(`the receiver responded with ${statuses}`);
if (received.length !== 1 || received[0].request.id !== draft)
  throw new Error(`${received.length} events were handled`);
receiving.close();
sandbox.journal.assertCalls({ "serviceRequests.get": 2, "serviceRequests.attachments.upload": 1 });
listening.close();
await server.close();
