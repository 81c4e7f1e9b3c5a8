import { RegInputError } from "./errors.js";

/** The environment variables for the options of a supplier client; the commands read the same. */
export const supplierVariables = { baseUrl: "REG_BASE_URL", token: "REG_TOKEN" } as const;

/** The environment variables for the options of a lessor client; the commands read the same. */
export const lessorVariables = {
  baseUrl: "REG_LESSOR_BASE_URL",
  clientId: "REG_CLIENT_ID",
  clientSecret: "REG_CLIENT_SECRET",
} as const;

/** What every client uses of its environment. */
const neededByClients = ["Headers", "ReadableStream", "Response", "TextDecoder", "TextEncoder", "structuredClone"];

/**
 * Checks that the environment has what a client needs, and what else is needed, such as `crypto.subtle`.
 *
 * @throws RegInputError that names what is missing: the environment jsdom of Jest lacks all of it
 */
export function checkEnvironment(...others: readonly string[]): void {
  const find = (path: string) => path.split(".").reduce((parent, name) => Object(parent)[name], globalThis as unknown);
  const missing = [...neededByClients, ...others].filter((path) => find(path) === undefined);
  if (missing.length > 0)
    throw new RegInputError(
      "globalThis",
      `has no ${missing.join(", ")}. In Jest and Vitest, use the environment node: docs/testing.md says how`,
    );
}

type Completed<Options, Name extends keyof Options> = Options & {
  readonly [Key in Name]-?: NonNullable<Options[Key]>;
};

/**
 * Takes each option that is not given from its environment variable.
 *
 * @throws RegInputError that names the option and the variable, if the variable is missing or blank
 */
export function completeOptions<Options extends object, Name extends keyof Options & string>(
  options: Options,
  variables: Readonly<Record<Name, string>>,
): Completed<Options, Name> {
  const values = Object.entries<string>(variables).map(([name, variable]) => {
    const given = Reflect.get(options, name);
    // Deno asks for permission to read the environment, so only what is needed is read.
    return [name, given === undefined ? readVariable(name, variable) : given];
  });
  return { ...options, ...Object.fromEntries(values) };
}

function readVariable(option: string, variable: string): string {
  // Workers and browsers have no `process`.
  const value = globalThis.process?.env?.[variable];
  if (!value?.trim()) throw new RegInputError(option, `is missing: give ${option}, or set ${variable}`);
  return value.trim();
}
