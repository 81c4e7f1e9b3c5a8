import type { Flaw } from "./flaws.js";
import {
  oddCodes,
  oddDecimals,
  oddIds,
  oddLocations,
  oddOperations,
  oddPrices,
  oddReasons,
} from "./odd-values.js";
import { type PartBody, pickOf } from "./request-body.js";

/** What can be wrong with a line, and with a subcomponent too. */
export const contentFlaws = {
  "an odd id": (content, pick) => {
    content.id = pickOf(oddIds, pick) ?? "";
  },
  "another component": (content, pick) => {
    content.reg = { code: pickOf(oddCodes, pick) ?? "" };
  },
  "no reg": (content) => {
    delete content.reg;
    content.supplierCode = "MINE-1";
  },
  "a reg without a code": (content) => {
    content.reg = {};
  },
  "another operation": (content, pick) => {
    content.operation = { code: pickOf(oddOperations, pick) ?? "" };
  },
  "a type of operation": (content, pick) => {
    const code = pickOf(["1", "2", ""], pick) ?? "";
    content.operation = { ...content.operation, type: { code } };
  },
  "a type of operation without a code": (content) => {
    content.operation = { ...content.operation, type: {} };
  },
  "no operation": (content) => {
    delete content.operation;
  },
  "an operation without a code": (content) => {
    content.operation = {};
  },
  "another reason": (content, pick) => {
    content.reason = { code: pickOf(oddReasons, pick) ?? "" };
  },
  "no reason": (content) => {
    delete content.reason;
  },
  "a reason without a code": (content) => {
    content.reason = {};
  },
  "another location": (content, pick) => {
    content.location = [...(pickOf(oddLocations, pick) ?? [])];
  },
  "no location": (content) => {
    delete content.location;
  },
  "an odd value": (content, pick) => {
    content.value = pickOf(oddDecimals, pick) ?? "";
  },
  "no value": (content) => {
    delete content.value;
  },
  "an odd price": (content, pick) => {
    content.price = pickOf(oddPrices, pick) ?? 0;
  },
  "no price": (content) => {
    delete content.price;
  },
  "a part": (content) => {
    content.part = { partType: "Tire" };
  },
  "a base part": (content, pick) => {
    content.part = { partType: pickOf(["Base", "tire", ""], pick) ?? "" };
  },
  "a part without a type": (content) => {
    content.part = {};
  },
  "no part": (content) => {
    delete content.part;
  },
  damage: (content, pick) => {
    content.damage = pick % 4 > 0;
  },
  warranty: (content, pick) => {
    content.warranty = pickOf(["Factory", "Dealer", "factory", "None", ""], pick) ?? "";
  },
  leniency: (content, pick) => {
    content.leniency = pickOf(["Lessor", "lessor", "None", ""], pick) ?? "";
  },
  "a wild text": (content, pick, text) => {
    const { operation } = content;
    if (pick % 6 === 0) content.id = text;
    if (pick % 6 === 1) content.value = text;
    if (pick % 6 === 2) content.reg = { code: text };
    if (pick % 6 === 3) content.reason = { code: text };
    if (pick % 6 === 4) content.operation = { ...operation, code: text };
    if (pick % 6 === 5) content.location = [text];
  },
} as const satisfies Record<string, Flaw<PartBody>>;
