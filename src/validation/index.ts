export { createShapeRecorder, type ShapeRecorder, type ShapeRecorderOptions } from "../shapes/recorder.js";
export type { BodyShapes, ObjectShape, Shape, TextFormat, TextShape } from "../shapes/types.js";
