import { describe, expect, it } from "vitest";
import { untyped } from "../../../support/untyped.js";
import { approved, open, refusal, repair, work } from "../../support.js";
import { catchAssertionError, numbersOf } from "./support.js";

describe("the redaction of a journal", () => {
  it("keeps the values that the schema declares, and all names", async () => {
    const { sandbox, supplier } = await open();
    const unknownFields = {
      hush: "hush",
      deep: { hush: 1 },
      list: ["hush"],
      nothing: null,
      constructor: "hush",
    };
    await supplier.serviceRequests
      .create(
        untyped({
          ...repair({ components: [work({ id: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff" })] }),
          vehicle: { licensePlate: "AB-123-C", partialVin: null, ...unknownFields },
          status: { hush: "hush" },
          appointment: "hush",
        }),
      )
      .catch(() => {});
    const redacted = "[redacted]";
    expect(sandbox.journal.entries[0]?.body).toEqual({
      status: { hush: redacted },
      vehicle: {
        licensePlate: "AB-123-C",
        partialVin: redacted,
        hush: redacted,
        deep: redacted,
        list: redacted,
        nothing: redacted,
        constructor: redacted,
      },
      appointment: redacted,
      components: [
        {
          id: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
          reg: { code: "1101" },
          operation: { code: "01" },
          reason: { code: "20" },
          price: 129.5,
        },
      ],
    });
  });

  it("keeps no value that does not fit its schema", async () => {
    const { sandbox, supplier } = await open();
    const line = work({ id: "hush", price: untyped("hush"), warranty: untyped(7) });
    const appointment = { workshopDate: "hush", checkoutDate: "hush", estimatedDurationInDays: untyped("1") };
    await refusal(
      supplier.serviceRequests.create(untyped({ status: "hush", vehicle: "hush", appointment, components: [line] })),
    );
    expect(sandbox.journal.entries[0]?.body).toEqual({
      status: "[redacted]",
      vehicle: "[redacted]",
      appointment: {
        workshopDate: "[redacted]",
        checkoutDate: "[redacted]",
        estimatedDurationInDays: "[redacted]",
      },
      components: [{ ...line, id: "[redacted]", price: "[redacted]", warranty: "[redacted]" }],
    });
  });

  it("keeps the values of path and query that fit their schemas, and the usual methods", async () => {
    const { sandbox } = await open();
    const call = (path: string, method = "GET") => sandbox.fetch(`${sandbox.supplier.baseUrl}${path}`, { method });
    await call("/v2/servicerequests/hush");
    await call("/v2/lessors/hush/contracts/AB-123-C");
    await call("/v2/lessor/12");
    await call("/v2/lessors/notifications?lessorId=hush&lessorId=12&showInactiveNotifications=true");
    await call("/v2/tires?hush=hush&makeCode=30");
    for (const method of ["HUSH", "HEAD", "OPTIONS"]) await call("/v2/lessors", method);
    const entries = sandbox.journal.entries.map(({ method, params, query }) => ({ method, params, query }));
    expect(entries).toMatchObject([
      { params: { id: "[redacted]" } },
      { params: { lessorId: "[redacted]", licensePlate: "AB-123-C" } },
      { params: { lessorId: "12" } },
      { query: { lessorId: ["[redacted]", "12"], showInactiveNotifications: ["true"] } },
      { query: { makeCode: ["30"] } },
      { method: "(other)" },
      { method: "HEAD" },
      { method: "OPTIONS" },
    ]);
  });

  it("replaces a grant_type other than client_credentials", async () => {
    const { sandbox } = await open();
    const body = new URLSearchParams({ grant_type: "hush" });
    const url = `${sandbox.lessor.baseUrl}/token`;
    await sandbox.fetch(url, { method: "POST", body });
    expect(sandbox.journal.of("token.create")[0]?.body).toEqual({ grant_type: "[redacted]" });
  });

  it("keeps only the license plate of the lessor's data", async () => {
    const { sandbox, lessor } = await open();
    await lessor.vehicles.put({ licensePlate: "ZX-987-Y", driver: "hush" });
    await lessor.vehicles.mileages.put("ZX-987-Y", untyped([{ value: 48_210 }, 7]));
    expect(sandbox.journal.of("vehicles.put")[0]?.body).toEqual({
      licensePlate: "ZX-987-Y",
      driver: "[redacted]",
    });
    expect(sandbox.journal.of("vehicles.mileages.put")[0]?.body).toEqual([{ value: "[redacted]" }, "[redacted]"]);
  });

  it("keeps only grant_type of the token endpoint's form, and no token", async () => {
    const { sandbox, supplier, lessor } = await open();
    await approved({ sandbox, supplier });
    await lessor.vehicles.put({ licensePlate: "ZX-987-Y" });
    expect(sandbox.journal.of("token.create")[0]?.body).toEqual({ grant_type: "client_credentials" });
    const text = JSON.stringify(sandbox.journal);
    expect(text).not.toMatch(/Bearer|eyJ|authorization/i);
    expect(text).not.toContain(sandbox.lessor.clientSecret);
  });

  it("keeps only the length and the type of a file", async () => {
    const { sandbox, supplier } = await open();
    const { id } = await supplier.serviceRequests.create(repair());
    const file = new Blob(["%PDF-1.7 hush"], { type: "application/pdf" });
    await supplier.serviceRequests.attachments.upload(id, file);
    expect(sandbox.journal.of("serviceRequests.attachments.upload")).toMatchObject([
      { params: { id }, body: { bytes: 13, contentType: "application/pdf" }, created: expect.any(String) },
    ]);
    expect(JSON.stringify(sandbox.journal)).not.toContain("hush");
  });

  it.each(["{hush", `{"hush":${"[".repeat(64)}${"]".repeat(64)}}`])("replaces the whole body %s", async (body) => {
    const { sandbox } = await open();
    const url = `${sandbox.supplier.baseUrl}/v2/servicerequests`;
    const headers = {
      authorization: `Bearer ${await sandbox.supplier.token()}`,
      "content-type": "application/json",
    };
    await sandbox.fetch(url, { method: "POST", headers, body });
    expect(sandbox.journal.entries).toMatchObject([{ status: 400, body: "[unreadable]" }]);
  });
});

describe("the digest of a created file", () => {
  it("compares files by bytes and name, raw or in forms with different boundaries", async () => {
    const { sandbox, supplier } = await open();
    const { id } = await supplier.serviceRequests.create(repair());
    const url = `${sandbox.supplier.baseUrl}/v2/servicerequests/${id}/attachments`;
    const authorization = `Bearer ${await sandbox.supplier.token()}`;
    const raw = (text: string, name: string) =>
      sandbox.fetch(url, {
        method: "PUT",
        headers: {
          authorization,
          "content-type": "application/pdf",
          "content-disposition": `attachment; filename="${name}"`,
        },
        body: text,
      });
    const form = (text: string, name: string) => {
      const body = new FormData();
      body.set("file", new File([text], name, { type: "application/pdf" }));
      return sandbox.fetch(url, { method: "PUT", headers: { authorization }, body });
    };
    for (const send of [raw, form]) {
      await send("one", "a.pdf");
      await send("one", "b.pdf");
      await send("two", "a.pdf");
    }
    sandbox.journal.assertNoDuplicateCreates();
    await raw("one", "a.pdf");
    await form("one", "a.pdf");
    const error = catchAssertionError(() => sandbox.journal.assertNoDuplicateCreates());
    expect(numbersOf(error)).toEqual([2, 8, 5, 9]);
  });
});
