import { readFileSync } from "node:fs";
import { parse } from "yaml";
import * as z from "zod";

/** How sure a statement about the services is, the surest first; the sandbox does not do the last. */
export const confidences = ["documented", "inferred", "assumed", "not simulated"] as const;

const place = z.string().regex(/^(supplier|lessor)-api\.md §/);

const fact = z
  .strictObject({
    statement: z.string().min(1),
    confidence: z.enum(confidences),
    source: place.optional(),
    codes: z.array(z.string().regex(/^(REG|SANDBOX)-/)).default([]),
    verify: z.strictObject({ id: z.string(), apis: z.array(z.enum(["supplier", "lessor"])).min(1) }).optional(),
  })
  .refine(({ confidence, source }) => source !== undefined || !["documented", "inferred"].includes(confidence), {
    error: "What is documented or inferred has a source.",
  })
  .refine(({ confidence, verify }) => verify === undefined || ["inferred", "assumed"].includes(confidence), {
    error: "the command `verify` only checks what is inferred or assumed.",
  });

/** A statement about the services, and how sure it is. ledger.yaml explains the fields. */
export type Fact = z.infer<typeof fact>;

/** The facts by section of LEDGER.md. */
export type Ledger = Readonly<Record<string, readonly Fact[]>>;

/** Reads the ledger; throws if an entry has an unknown field or a wrong value. */
export function readLedger(file: URL): Ledger {
  return z.record(z.string(), z.array(fact)).parse(parse(readFileSync(file, "utf8")));
}
