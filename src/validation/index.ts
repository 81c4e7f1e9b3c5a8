export type {
  Confidence,
  DifferenceKind,
  ReceivedResponse,
  ResponseDifference,
  ResponseValidator,
} from "../http/validation.js";
export { createResponseValidator, type ResponseValidatorOptions } from "./validator.js";
