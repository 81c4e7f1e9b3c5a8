import { build } from "tsup";
import { page } from "../../tsup.config.js";

/** Builds the page of the sandbox before the tests, so that they can serve it from a checkout. */
export default async function buildPage(): Promise<void> {
  await build({ ...page, config: false, silent: true });
}
