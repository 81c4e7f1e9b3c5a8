import { createSupplierClient } from "@reg/sdk";
import { expect, it } from "vitest";
import { callEveryOperation } from "../sandbox/every-operation.js";
import { connections, openThrough } from "../sandbox/server/support.js";
import { draftOf } from "../sandbox/service/supplier/support.js";
import { approved, invoice, refusal } from "../sandbox/support.js";

const connect = connections["on loopback"];
if (connect === undefined) throw new Error("there is no connection on loopback");

it("every operation succeeds through Prism", async () => {
  await callEveryOperation(await openThrough(connect));
});

it("calls are rejected through Prism", async () => {
  const { sandbox, supplier, supplierUrl } = await openThrough(connect);
  const { create, get, invoices } = supplier.serviceRequests;
  expect((await refusal(create(draftOf("GH-789-J"))))[0]).toBe(400);
  expect(await refusal(supplier.lessors.get(1003))).toEqual([404]);
  const token = await sandbox.supplier.token({ supplierNumber: 4713 });
  const administrator = createSupplierClient({ baseUrl: supplierUrl, token, retry: false });
  expect(await refusal(administrator.serviceLevels.default.get())).toEqual([403]);
  const id = await approved({ sandbox, supplier });
  await invoices.create(id, invoice());
  sandbox.clock.advance({ days: 1 });
  expect(await refusal(get(id))).toEqual([410]);
});
