export * from "../generated/lessor/methods.js";
export * from "../generated/lessor/models.js";
export * from "../generated/lessor/open-fields.js";
export { createLessorClient, type LessorClient, type LessorClientOptions } from "./client.js";
