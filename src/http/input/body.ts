import { RegInputError } from "../../errors/client-errors.js";
import type { CallBody } from "../call.js";
import type { Operation } from "../operation.js";
import type { Cancellation } from "../time/cancellation.js";
import { packUpload, type Upload, type UploadSettings } from "./files.js";
import { writeJson } from "./json.js";

/** A body as it is sent, and the headers that tell what it is. */
export interface PackedBody {
  readonly body: CallBody | undefined;
  readonly headers: Readonly<Record<string, string | null>>;
}

/**
 * Turns what a caller gave into the body of a request, once for all attempts; at once, unless it is a file.
 *
 * @throws RegInputError for what the operation does not take, or what cannot be written
 */
export function packBody(
  operation: Operation,
  body: unknown,
  settings: UploadSettings,
  cancellation: Cancellation,
): PackedBody | Promise<PackedBody> {
  switch (operation.input) {
    case "json":
      return { body: writeJson(body, operation.id), headers: {} };
    case "form":
      return { body: new URLSearchParams(body as Record<string, string>).toString(), headers: formHeaders };
    case "binary":
      return packUpload(body as Upload, settings, operation, cancellation);
    default:
      if (body !== undefined)
        throw new RegInputError("body", "is not part of this operation", { operationId: operation.id });
      return { body: undefined, headers: {} };
  }
}

const formHeaders = { "content-type": "application/x-www-form-urlencoded" };
