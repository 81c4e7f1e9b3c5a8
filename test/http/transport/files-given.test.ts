import { createReadStream } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { RegError, type Upload } from "@reg/sdk";
import { describe, expect, onTestFinished, test } from "vitest";
import { supplierAt } from "../../support/clients.js";
import { settle } from "../../support/clock.js";
import { rejection } from "../../support/errors.js";
import { httpServer } from "../../support/server.js";
import { openTransport } from "../../undici/support.js";

// A stream in every form and state, whose call is sent, waits or is refused. The process must not end: an event `error`
// that nothing handles fails the test run.

const chunks = [new Uint8Array(400), new Uint8Array(600)];
const size = 1000;

/** A file as it is given, and whether its source is closed. */
interface Given {
  readonly file: Upload;
  readonly isClosed: () => boolean;
}

type Fault = "none" | "fails early" | "fails late";

const forms: Readonly<Record<string, (fault: Fault) => Promise<Given> | Given>> = {
  async "a file stream"(fault) {
    const folder = await mkdtemp(join(tmpdir(), "reg-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const path = join(folder, "a.pdf");
    if (fault !== "fails early") await writeFile(path, Buffer.concat(chunks));
    const file = createReadStream(path, { highWaterMark: 400 });
    if (fault === "fails late") {
      // As of a disk that fails: the first part is read, and the next read reports it.
      const read = file._read.bind(file);
      file._read = (length) => (file.bytesRead === 0 ? read(length) : void file.destroy(new Error("the disk failed")));
    }
    return { file, isClosed: () => file.destroyed };
  },
  "a Readable"(fault) {
    const file = Readable.from(produce(fault));
    return { file, isClosed: () => file.destroyed };
  },
  "a generator"(fault) {
    let isClosed = false;
    const file = produce(fault, () => {
      isClosed = true;
    });
    return { file, isClosed: () => isClosed };
  },
  "a web stream"(fault) {
    let isClosed = false;
    const source = produce(fault, () => {
      isClosed = true;
    });
    const file = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const { done, value } = await source.next();
          if (done) controller.close();
          else controller.enqueue(value);
        },
        cancel() {
          isClosed = true;
        },
      },
      { highWaterMark: 0 },
    );
    return { file, isClosed: () => isClosed };
  },
};

async function* produce(fault: Fault, onEnd = () => {}): AsyncGenerator<Uint8Array> {
  try {
    if (fault === "fails early") throw new Error("the disk failed");
    for (const chunk of chunks) {
      yield chunk;
      if (fault === "fails late") throw new Error("the disk failed");
    }
  } finally {
    onEnd();
  }
}

/** Reads a stream before it is given: some of it, or all. */
async function use(file: Upload, amount: "half" | "all"): Promise<void> {
  if (file instanceof ReadableStream) {
    const reader = file.getReader();
    while (!(await reader.read()).done && amount === "all");
    reader.releaseLock();
  } else if (file instanceof Readable) {
    for await (const _ of file.iterator({ destroyOnReturn: false })) if (amount === "half") break;
  } else {
    const iterator = file as AsyncGenerator<Uint8Array>;
    while (!(await iterator.next()).done && amount === "all");
  }
}

const isUnknowable = (form: string) => form === "a generator";

describe.each([
  ["undici", openTransport],
  ["fetch", () => undefined],
] as const)("fault 66: over %s", (_transport, open) => {
  async function setUp(options: object = {}) {
    const received: number[] = [];
    const { url, requests } = await httpServer((request, response) => {
      let bytes = 0;
      request.on("data", (chunk) => {
        bytes += chunk.length;
      });
      request.on("error", () => {});
      request.on("end", () => {
        received.push(bytes);
        response.writeHead(200, { "content-type": "application/json" }).end('{"id":"A-1"}');
      });
    });
    const supplier = supplierAt(url, { transport: open(), retry: false, ...options });
    return { received, requests, supplier, upload: supplier.serviceRequests.attachments.upload };
  }

  describe.each(Object.keys(forms))("%s", (form) => {
    const give = (fault: Fault = "none") => (forms[form] as (fault: Fault) => Given)(fault);

    test("is sent once and completely, and closed", async () => {
      const { received, upload } = await setUp();
      const { file, isClosed } = await give();
      expect(await upload("R-1", file)).toMatchObject({ id: "A-1" });
      expect(received).toEqual([size]);
      await expect.poll(isClosed).toBe(true);
    });

    test.each(["half", "all"] as const)(
      "that was read before (%s) is rejected, and nothing is sent",
      async (amount) => {
        const { received, requests, upload } = await setUp();
        const { file, isClosed } = await give();
        await use(file, amount);
        if (amount === "half" && isUnknowable(form)) {
          // Nothing shows what a generator has yielded before.
          await upload("R-1", file);
          expect(received).toEqual([600]);
          return;
        }
        const error = await rejection(upload("R-1", file));
        expect(RegError.is(error, "input") && error.message).toMatch(
          /file (is a stream that was read before|has no bytes)/,
        );
        expect(requests).toEqual([]);
        if (amount === "half") await expect.poll(isClosed).toBe(true);
      },
    );

    test.each([0, 2, 20])("that two calls are given, %i turns apart, is stored once and completely", async (turns) => {
      const { received, upload } = await setUp();
      const { file } = await give();
      const first = upload("R-1", file);
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
      const second = rejection(upload("R-2", file));
      expect(await first).toMatchObject({ id: "A-1" });
      const error = await second;
      expect(RegError.is(error, "input") && error.message).toMatch(
        /serviceRequests\.attachments\.upload: file (is a stream that|could not be read; nothing was sent)/,
      );
      expect(received).toEqual([size]);
    });

    test("that has ended is not stored as an empty part of a form", async () => {
      const { requests, upload } = await setUp({ uploadEncoding: "multipart" });
      const { file } = await give();
      await use(file, "all");
      const error = await rejection(upload("R-1", file));
      expect(RegError.is(error, "input") && error.message).toMatch(/file (is a stream that was read|has no bytes)/);
      expect(requests).toEqual([]);
    });

    test("that fails before its first bytes is not sent", async () => {
      const { requests, upload } = await setUp();
      const { file } = await give("fails early");
      const error = await rejection(upload("R-1", file));
      expect(RegError.is(error, "input") && error.message).toMatch(
        /file (could not be read; nothing was sent|is a stream)/,
      );
      expect(requests).toEqual([]);
    });

    test("that fails later leaves the outcome unknown", async () => {
      const { received, upload } = await setUp();
      const { file } = await give("fails late");
      expect(await rejection(upload("R-1", file))).toMatchObject({ outcome: "unknown", partlyUploaded: true });
      expect(received).toEqual([]);
    });

    test.each(["none", "fails early"] as const)("that %s is closed if its call is refused", async (fault) => {
      const { requests, supplier, upload } = await setUp();
      const closed: (() => boolean)[] = [];
      const refuse = async (id: string, options: object) => {
        const { file, isClosed } = await give(fault);
        closed.push(isClosed);
        await rejection(upload(id, file, options));
      };
      await refuse("R-1", { fileSize: 1 });
      await refuse("", {});
      await refuse("R-1", { signal: AbortSignal.abort("enough") });
      await supplier.close();
      await refuse("R-1", {});
      expect(requests).toEqual([]);
      if (form !== "a generator") for (const isClosed of closed) await expect.poll(isClosed).toBe(true);
    });

    test.each(["none", "fails early"] as const)(
      "that %s is closed if its call is aborted while it waits",
      async (fault) => {
        const { received, upload } = await setUp({ throttle: { limit: 1, window: 60_000 } });
        await upload("R-1", new Uint8Array(1));
        const { file, isClosed } = await give(fault);
        const controller = new AbortController();
        const waiting = rejection(upload("R-1", file, { signal: controller.signal }));
        await settle();
        controller.abort("enough");
        expect(await waiting).toBe("enough");
        expect(received).toEqual([1]);
        if (form !== "a generator") await expect.poll(isClosed).toBe(true);
      },
    );
  });
});
