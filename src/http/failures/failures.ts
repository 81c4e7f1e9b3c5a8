/**
 * What tells one failure from another: the one file by which all of it is loaded, see `loadFailures`. It must import
 * nothing that the clients are made of, or bundlers would cut what both use out of them, into one more file.
 */
export { apiErrorMessage } from "../../errors/api-error-message.js";
export { connectionFailure, notAResponse, uploadFailure } from "./connection-failure.js";
export { readProblem } from "./read-problem.js";
