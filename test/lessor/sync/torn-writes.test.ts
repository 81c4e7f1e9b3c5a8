import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { StateFile } from "../../../src/lessor/sync/state-file.js";

const owner = { baseUrl: "https://reg.example", clientId: "fleet-job" };

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "reg-torn-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

type Entries = ReadonlyMap<string, string>;

async function readEntries(path: string): Promise<Entries> {
  const file = new StateFile(path, owner, true);
  await file.open();
  const entries = new Map<string, string>();
  for await (const [licensePlate, text] of file.list()) entries.set(licensePlate, text);
  await file.close();
  return entries;
}

async function change(path: string, action: (file: StateFile) => Promise<void>): Promise<void> {
  const file = new StateFile(path, owner, false);
  await file.open();
  await action(file);
  await file.close();
}

/** Writes a state with one line for each change, and returns its bytes with the entries and the length after each line. */
async function writeState(path: string) {
  const lengths: number[] = [];
  const entriesAt: Entries[] = [];
  const entries = new Map<string, string>();
  const remember = () => {
    lengths.push(readFileSync(path).length);
    entriesAt.push(new Map(entries));
  };
  await change(path, async (file) => {
    remember();
    for (const [index, licensePlate] of ["AB-1", "ÉF-2", "AB-1", "ÉF-2"].entries()) {
      if (index === 3) {
        await file.delete(licensePlate);
        entries.delete(licensePlate);
      } else {
        const text = `1 digest${String(index).repeat(6)}`;
        await file.set(licensePlate, text);
        entries.set(licensePlate, text);
      }
      remember();
    }
  });
  return { bytes: readFileSync(path), lengths, entriesAt };
}

describe("a state file whose last write was cut off", () => {
  test("opens with all complete lines, wherever it was cut", async () => {
    const path = join(folder, "cut.state");
    const { bytes, lengths, entriesAt } = await writeState(path);
    for (let length = 0; length <= bytes.length; length += 1) {
      writeFileSync(path, bytes.subarray(0, length));
      const complete = lengths.findLastIndex((end) => end <= length);
      expect(await readEntries(path), `cut after ${length} bytes`).toEqual(entriesAt[complete] ?? new Map());
      expect(readFileSync(path), "reading changes nothing").toEqual(bytes.subarray(0, length));
    }
  });

  test("continues after its last complete line, wherever it was cut", async () => {
    const path = join(folder, "continued.state");
    const { bytes, lengths, entriesAt } = await writeState(path);
    for (let length = 0; length <= bytes.length; length += 1) {
      writeFileSync(path, bytes.subarray(0, length));
      await change(path, (file) => file.set("IJ-5", "1 another"));
      const complete = lengths.findLastIndex((end) => end <= length);
      expect(await readEntries(path), `cut after ${length} bytes`).toEqual(
        new Map([...(entriesAt[complete] ?? []), ["IJ-5", "1 another"]]),
      );
    }
  });
});

test("a state file with one wrong byte in a complete line is refused and stays as it is", async () => {
  const path = join(folder, "wrong.state");
  const { bytes, lengths } = await writeState(path);
  const [headerEnd = 0] = lengths;
  for (let at = 0; at < bytes.length - 1; at += 1) {
    const wrong = Buffer.from(bytes);
    wrong[at] = (wrong[at] ?? 0) ^ 1;
    writeFileSync(path, wrong);
    await expect(new StateFile(path, owner, at % 2 === 0).open(), `byte ${at}`).rejects.toMatchObject({
      kind: "state",
      reason: "damaged",
      message: expect.stringMatching(at < headerEnd ? /is not a state/ : /is damaged in line/),
    });
    expect(readFileSync(path)).toEqual(wrong);
  }
});
