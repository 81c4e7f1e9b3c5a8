import type { RulesFor } from "./input/check-fields.js";
import { fileCallOptions } from "./input/file-options.js";
import { packUpload } from "./input/files.js";
import { letGo } from "./input/stream-source.js";
import type { AnyCallOptions } from "./invoke.js";
import { fileOf, openFile } from "./wire/file-answer.js";
import { uploadStream } from "./wire/upload-stream.js";

/** What a client does with files. One whose API has none is made without it, and so need not load it. */
export interface FileHandling {
  /** What a call can be told, where it may be about a file. */
  readonly callOptions: RulesFor<AnyCallOptions>;
  readonly pack: typeof packUpload;
  readonly upload: typeof uploadStream;
  readonly letGo: typeof letGo;
  readonly of: typeof fileOf;
  readonly open: typeof openFile;
}

/** For the clients whose operations take files or give them. */
export const fileHandling: FileHandling = {
  callOptions: fileCallOptions,
  pack: packUpload,
  upload: uploadStream,
  letGo,
  of: fileOf,
  open: openFile,
};
