import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";

/** A file that tells from which files something was made: so that it is made again only if one of them has changed. */
export class Stamp {
  #file;
  #sources;

  constructor(file, sources) {
    this.#file = file;
    this.#sources = sources;
  }

  isCurrent() {
    try {
      return readFileSync(this.#file, "utf8") === this.#hash();
    } catch {
      return false;
    }
  }

  write() {
    writeFileSync(this.#file, this.#hash());
  }

  #hash() {
    const hash = createHash("sha256");
    for (const source of this.#sources) hash.update(readFileSync(source));
    return hash.digest("hex");
  }
}
