import { createLessorClient, createSupplierClient, type RegEvent } from "@reg/sdk";
import {
  type Confidence,
  createResponseValidator,
  type DifferenceKind,
  type ResponseValidator,
} from "@reg/sdk/validation";
import { describe, expectTypeOf, test } from "vitest";

// This file is compiled and never run. A @ts-expect-error fails the compilation if the next line is correct.

const baseUrl = "https://api.example.com";

describe("a validator of responses", () => {
  test("is an option of both clients", () => {
    const validateResponses = createResponseValidator({ mode: "throw" });
    createSupplierClient({ baseUrl, token: "t", validateResponses });
    createLessorClient({ baseUrl, clientId: "c", clientSecret: "s", validateResponses });
    createSupplierClient({ baseUrl, token: "t", validateResponses: undefined });
    createSupplierClient({ baseUrl, token: "t", validateResponses: [validateResponses] });
    // @ts-expect-error the mode alone is no validator
    createSupplierClient({ baseUrl, token: "t", validateResponses: "report" });
  });

  test("has two modes", () => {
    expectTypeOf(createResponseValidator()).toEqualTypeOf<ResponseValidator>();
    // @ts-expect-error there is no mode silent
    createResponseValidator({ mode: "silent" });
  });

  test("reports differences as events, which their type distinguishes", () => {
    const on = (event: RegEvent) => {
      if (event.type !== "difference") return;
      expectTypeOf(event.kind).toEqualTypeOf<DifferenceKind>();
      expectTypeOf(event.confidence).toEqualTypeOf<Confidence>();
      expectTypeOf(event.pointer).toEqualTypeOf<string>();
      expectTypeOf(event).not.toHaveProperty("value");
    };
    createSupplierClient({ baseUrl, token: "t", on });
  });
});
