import { json } from "./reply.js";
import type { ControlRoute } from "./route.js";
import { accessRoutes } from "./routes/access.js";
import { clockRoutes } from "./routes/clock.js";
import { decisionRoutes } from "./routes/decisions.js";
import { faultRoutes } from "./routes/faults.js";
import { journalRoutes } from "./routes/journal.js";
import { officeRoutes } from "./routes/office.js";
import { stateRoutes } from "./routes/state.js";

const list: ControlRoute = {
  method: "GET",
  path: "/",
  about: "This list",
  run: () => json({ routes: routes.map(({ method, path, about }) => ({ method, path, about })) }),
};

/** All that the control surface can do. */
export const routes: readonly ControlRoute[] = [
  list,
  ...clockRoutes,
  ...decisionRoutes,
  ...officeRoutes,
  ...accessRoutes,
  ...faultRoutes,
  ...journalRoutes,
  ...stateRoutes,
];
