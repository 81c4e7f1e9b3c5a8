import { RegInputError } from "../../errors/client-errors.js";
import type { CallBody } from "../call.js";
import type { FileHandling } from "../file-handling.js";
import type { Operation } from "../operation.js";
import type { Cancellation } from "../time/cancellation.js";
import type { Upload, UploadEncoding, UploadOptions } from "./files.js";
import { writeJson } from "./json.js";

/** A body as it is sent, and the headers that tell what it is. */
export interface PackedBody {
  readonly body: CallBody | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Turns what a caller gave into the body of a request, once for all attempts; at once, unless it is a file.
 *
 * @param uploadEncoding the client's, for an upload that names none of its own
 * @param files undefined: no operation takes a file
 * @throws RegInputError for what the operation does not take, or what cannot be written
 */
export function packBody(
  operation: Operation,
  body: unknown,
  settings: UploadOptions,
  uploadEncoding: UploadEncoding | undefined,
  cancellation: Cancellation,
  files: FileHandling | undefined,
): PackedBody | Promise<PackedBody> {
  switch (operation.input) {
    case "json":
      return { body: writeJson(body, operation.id), headers: jsonHeaders };
    case "form":
      return { body: new URLSearchParams(body as Record<string, string>).toString(), headers: formHeaders };
    default:
      if (files !== undefined && operation.input === "binary") {
        return files.pack(
          body as Upload,
          { ...settings, uploadEncoding: settings.uploadEncoding ?? uploadEncoding },
          operation,
          cancellation,
        );
      }
      if (body !== undefined)
        throw new RegInputError("body", "is not part of this operation", { operationId: operation.id });
      return noBody;
  }
}

const noBody: PackedBody = { body: undefined, headers: {} };
const jsonHeaders = { "content-type": "application/json" };
const formHeaders = { "content-type": "application/x-www-form-urlencoded" };
