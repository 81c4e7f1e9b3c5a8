export type {
  Confidence,
  DifferenceKind,
  ReceivedResponse,
  ResponseDifference,
  ResponseValidator,
} from "./document/difference.js";
export type { TextFormat } from "./document/forms.js";
export { createShapeRecorder, type ShapeRecorder, type ShapeRecorderOptions } from "./document/shapes/recorder.js";
export type { BodyShapes, ObjectShape, Shape, TextShape } from "./document/shapes/types.js";
export { createResponseValidator, type ResponseValidatorOptions } from "./document/validator.js";
