export { createMswHandlers } from "./msw.js";
