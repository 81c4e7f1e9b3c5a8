import { expect } from "vitest";
import { Refused } from "./attempt.js";
import { arrayIn, fieldIn } from "./compare.js";
import type { Planner } from "./request-command.js";
import type { ModelRequest } from "./state.js";

/** Uploads a file; one that is empty is refused. */
export function upload(isEmpty: boolean): Planner {
  return () => ({
    file: { type: "text/plain", bytes: isEmpty ? "" : "photo" },
    isInvalid: isEmpty,
    carryOut({ next }) {
      const learn = ({ json }: { readonly json: unknown }) => {
        next.attachments = [...next.attachments, String(fieldIn(json, "id"))];
      };
      return { status: 201, learn };
    },
  });
}

/** Lists the files. */
export const list: Planner = () => ({
  carryOut: ({ next }) => ({
    status: 200,
    learn: ({ json }) => {
      const ids = arrayIn(json, "attachments").map((item) => fieldIn(item, "id"));
      expect(ids).toEqual(next.attachments);
    },
  }),
});

/** Reads a file, counted from the first and going round. */
export function get(index: number): Planner {
  return (request) => ({
    params: { attachmentId: idAt(request, index) },
    carryOut({ next }) {
      if (next.attachments.length === 0) throw new Refused(404, "there is no such file");
      return { status: 200, learn: ({ text }) => expect(text).toBe("photo") };
    },
  });
}

/** Deletes a file. */
export function remove(index: number): Planner {
  return (request) => ({
    params: { attachmentId: idAt(request, index) },
    carryOut({ next }) {
      if (next.attachments.length === 0) throw new Refused(404, "there is no such file");
      const id = idAt(next, index);
      next.attachments = next.attachments.filter((each) => each !== id);
      return { status: 204 };
    },
  });
}

function idAt(request: ModelRequest | undefined, index: number): string {
  const ids = request?.attachments ?? [];
  return ids[index % Math.max(1, ids.length)] ?? "nothing";
}
