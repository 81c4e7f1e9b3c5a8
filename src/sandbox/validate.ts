export { checkInput } from "../http/validate.js";
