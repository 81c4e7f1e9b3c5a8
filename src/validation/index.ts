export type {
  Confidence,
  DifferenceKind,
  ReceivedResponse,
  ResponseDifference,
  ResponseValidator,
} from "../http/call/response-validator.js";
export { createShapeRecorder, type ShapeRecorder, type ShapeRecorderOptions } from "../shapes/recorder.js";
export type { BodyShapes, ObjectShape, Shape, TextFormat, TextShape } from "../shapes/types.js";
export { createResponseValidator, type ResponseValidatorOptions } from "./validator.js";
