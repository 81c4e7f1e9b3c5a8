export { createLogger, type LoggerOptions } from "./logger.js";
