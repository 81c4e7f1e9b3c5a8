import { request } from "node:http";
import { createSandbox } from "@reg/sdk/sandbox";
import { describe, expect, it, vi } from "vitest";
import { serveControl } from "../../../src/sandbox/control/control-server.js";
import { openSandbox } from "../../../src/sandbox/sandbox.js";
import { closeAfterTest, key, openControl } from "../../cli/support.js";
import { monday } from "../support.js";

/** Sends only these headers; fetch would not send Host and Origin. */
function statusOf(
  url: string,
  headers: Record<string, string>,
  method = "GET",
  body = "",
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode));
    });
    sent.on("error", reject).end(body);
  });
}

const withKey = { authorization: `Bearer ${key}`, "content-type": "application/json" };

describe("the page of a sandbox", () => {
  it.each([
    ["/page/", "text/html; charset=utf-8"],
    ["/page", "text/html; charset=utf-8"],
    ["/page/?view=Journal", "text/html; charset=utf-8"],
    ["/page/app.js", "text/javascript; charset=utf-8"],
    ["/page/style.css", "text/css; charset=utf-8"],
    ["/page/icon.svg", "image/svg+xml"],
  ])("serves %s without the key, and forbids everything that the page does not need", async (path, type) => {
    const { url } = await openControl();
    const response = await fetch(`${url}${path}`);
    const { headers } = response;
    const text = await response.text();
    expect([response.status, headers.get("content-type")]).toEqual([200, type]);
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(text).not.toContain(key);
    // The policy would block an inline script or style, and nothing may come from elsewhere.
    if (type.startsWith("text/html")) expect(text).not.toMatch(/<script>|<style| style=| on\w+=|https?:/);
  });

  it.each(["/page/../package.json", "/page/index.html", "/page/%2e%2e/esm/index.js", "/page/app.js/", "/constructor"])(
    "serves no other file: %s",
    async (path) => {
      const { url } = await openControl();
      expect(await statusOf(`${url}${path}`, {})).toBe(401);
      expect(await statusOf(`${url}${path}`, withKey)).toBe(404);
    },
  );

  it("is served only to this machine, and its files to no other page", async () => {
    const { url } = await openControl();
    expect(await statusOf(`${url}/page/`, { host: "evil.example" })).toBe(421);
    expect(await statusOf(`${url}/page/app.js`, { origin: "https://evil.example" })).toBe(403);
  });

  it("may call the control server from its own origin, with the key", async () => {
    const { url, sandbox } = await openControl();
    const { port } = new URL(url);
    const advance = JSON.stringify({ method: "clock.advance", args: [{ days: 1 }] });
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
      const own = { host, origin: `http://${host}` };
      expect(await statusOf(`${url}/call`, { ...withKey, ...own }, "POST", advance)).toBe(204);
      expect(await statusOf(`${url}/call`, { ...own, "content-type": "application/json" }, "POST", advance)).toBe(401);
    }
    expect(sandbox.clock.iso()).toBe("2026-06-17T09:00:00.000Z");
  });

  it("is offered by listen(), and ends with the server", async () => {
    const sandbox = createSandbox({ now: monday });
    expect((await listen(sandbox)).page).toBeUndefined();
    const { page = "", close } = await listen(sandbox, { page: true });
    const { origin, pathname, hash } = new URL(page);
    expect([origin, pathname, hash]).toEqual([
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      "/page/",
      expect.stringMatching(/^#[\w-]{32}$/),
    ]);
    expect((await fetch(page)).status).toBe(200);
    const headers = { authorization: `Bearer ${hash.slice(1)}` };
    expect((await fetch(`${origin}/clock`, { headers })).status).toBe(200);
    await close();
    await expect(fetch(page)).rejects.toThrow();
  });

  it("has a key of its own in each server", async () => {
    const sandbox = createSandbox();
    const pages = await Promise.all([listen(sandbox, { page: true }), listen(sandbox, { page: true })]);
    expect(new Set(pages.map(({ page = "" }) => new URL(page).hash)).size).toBe(2);
  });
});

async function listen(sandbox: ReturnType<typeof createSandbox>, options = {}) {
  const server = await sandbox.listen(options);
  closeAfterTest(server.close);
  return server;
}

describe("the events of the control server", () => {
  /** Opens the stream and returns a function that waits for the next event. */
  async function openEvents(url: string) {
    const response = await fetch(`${url}/events`, { headers: withKey });
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    return async () => (await reader?.read())?.value;
  }

  const at = (time: string) => `event: change\ndata: {"now":"2026-06-${time}:00.000Z"}\n\n`;

  it("need the key", async () => {
    const { url } = await openControl();
    expect(await statusOf(`${url}/events`, {})).toBe(401);
  });

  it("tell of requests and of the clock", async () => {
    const { url, supplier, sandbox } = await openControl();
    const next = await openEvents(url);
    expect(await next()).toBe(at("15T09:00"));
    await supplier.serviceRequests.list();
    expect(await next()).toBe(at("15T09:00"));
    sandbox.clock.advance({ hours: 1 });
    expect(await next()).toBe(at("15T10:00"));
  });

  it("follow every method of the sandbox that changes something, until the server is closed", async () => {
    const { sandbox, interior } = openSandbox({ now: monday });
    const { lessor: id } = await sandbox.seed("lessor");
    const { close } = await serveControl({ sandbox, interior, key, port: 0, onDefect: () => {} });
    closeAfterTest(close);
    const [watcher] = interior.watchers;
    if (watcher === undefined) throw new Error("the control server watches nothing");
    const onChange = vi.spyOn(watcher, "onChange");
    const tasks: (() => unknown)[] = [
      () => sandbox.lessor.approve(id),
      () => sandbox.lessor.park(id),
      () => sandbox.lessor.deactivate(1001),
      () => sandbox.clock.advance({ days: 1 }),
      () => sandbox.fail({ operation: "*", with: "reset" }),
      () => sandbox.restore(sandbox.snapshot()),
      () => sandbox.reset(),
      () => sandbox.seed("draft"),
    ];
    for (const [index, task] of tasks.entries()) {
      await task();
      expect(onChange, String(task)).toHaveBeenCalledTimes(index + 1);
    }
    await close();
    expect(interior.watchers.size).toBe(0);
  });

  it("are few, however many requests there are", async () => {
    const { url, supplier } = await openControl();
    const next = await openEvents(url);
    await next();
    const start = performance.now();
    for (let count = 0; count < 200; count++) await supplier.serviceRequests.list();
    const elapsed = performance.now() - start;
    const text = await next();
    expect(text?.match(/event: change/g)?.length).toBeLessThanOrEqual(1 + elapsed / 250);
  });

  it("end when the server ends", async () => {
    const sandbox = createSandbox();
    const { page = "", close } = await listen(sandbox, { page: true });
    const { origin, hash } = new URL(page);
    const response = await fetch(`${origin}/events`, { headers: { authorization: `Bearer ${hash.slice(1)}` } });
    const ended = response.text();
    await close();
    await expect(ended).rejects.toThrow();
  });
});
