/** A Worker: runs the module that env.NAME names, and responds with its outcomes. */
import * as failures from "./failures.mjs";
import * as journey from "./journey.mjs";
import * as lostConnection from "./lost-connection.mjs";

const modules = { failures, journey, "lost-connection": lostConnection };

export default {
  async fetch(_request, { NAME, SETTINGS }) {
    return Response.json(await modules[NAME].run(JSON.parse(SETTINGS)));
  },
};
