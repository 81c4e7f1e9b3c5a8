/** Creates handlers for msw, as an ES module, and prints the error if this is not supported. */
import { createMswHandlers } from "@reg/sdk/msw";
import { createSandbox } from "@reg/sdk/sandbox";

try {
  console.log(`created ${createMswHandlers(createSandbox()).length} handlers`);
} catch (error) {
  console.log(`${error.name}: ${error.message}`);
}
