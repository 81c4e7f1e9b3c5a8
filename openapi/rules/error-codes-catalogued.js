import { isObject, isText, SOURCE } from "./common.js";

const CODE = /^REG-[A-Z]{3}\d{6}$/;

/** The checks of this package that can find a code before anything is sent. */
const CHECKS = ["checkApproval", "checkInvoice"];

/** @param {unknown} value */
const isChecks = (value) =>
  Array.isArray(value) && value.length > 0 && value.every((each) => CHECKS.includes(each));

/** @type {Record<string, (value: unknown) => boolean>} what each entry of the catalogue says */
const FIELDS = {
  status: (value) => Number.isInteger(value) && Number(value) >= 400 && Number(value) < 600,
  meaning: isText,
  cause: isText,
  action: isText,
  source: (value) => isText(value) && SOURCE.test(value),
  retryable: (value) => typeof value === "boolean",
  caughtBy: (value) => value === undefined || isChecks(value),
};

/** The codes of the operations and those of the catalogue are the same, and every entry is complete. */
export default function errorCodesCatalogued() {
  /** @type {Map<string, import("./common.js").Location>} each code that is used, and where it was last */
  const used = new Map();
  return {
    Operation: {
      /** @param {Record<string, any>} operation @param {import("./common.js").Context} ctx */
      enter(operation, { location }) {
        const codes = operation["x-reg-errors"];
        if (!Array.isArray(codes)) return;
        for (const code of codes) used.set(code, location.child("x-reg-errors"));
      },
    },
    Root: {
      /** @param {Record<string, any>} root @param {import("./common.js").Context} ctx */
      leave(root, ctx) {
        const catalogue = root["x-reg-codes"] ?? {};
        for (const [code, location] of used) {
          if (!(code in catalogue))
            ctx.report({ message: `\`${code}\` is not in \`x-reg-codes\`.`, location });
        }
        for (const [code, entry] of Object.entries(catalogue)) {
          const location = ctx.location.child(["x-reg-codes", code]);
          if (!CODE.test(code)) ctx.report({ message: `\`${code}\` does not look like a code.`, location });
          if (!used.has(code)) ctx.report({ message: `No operation has \`${code}\`.`, location });
          for (const [field, valid] of Object.entries(FIELDS)) {
            if (!isObject(entry) || !valid(entry[field])) {
              ctx.report({ message: `\`${code}\` needs a valid \`${field}\`.`, location });
            }
          }
        }
      },
    },
  };
}
