import type { Fetch, ServiceAdapter } from "@reg/sdk";
import type { RunSettings } from "../../src/cli/verify/options.js";
import type { VerifyReport } from "../../src/cli/verify/types.js";
import { verify } from "../../src/cli/verify/verify.js";
import type { OperationAdapters } from "../../src/document/adapter.js";
import { relatedKinds } from "../../src/generated/lessor/operations.js";
import { SkippingClock } from "../support/clock.js";
import { baseUrl, createClients, damage, rental, repair, swap } from "./journeys.js";
import { lessorAccess, type Service } from "./service.js";

const vatLines = [{ percentage: 21, amount: 95.5 }];
const photo = () => new File(["photo"], "photo.jpg", { type: "image/jpeg" });
const pdf = () => new Blob(["%PDF-1.7 invoice"], { type: "application/pdf" });

/** Gives a service data for every operation that reads, and returns the ids of its requests. */
async function fill(service: Service): Promise<string[]> {
  const { supplier, lessor } = createClients({ ...service, fetch: service.documentedFetch });
  const { serviceRequests, damageServiceRequests } = supplier;
  const status = "ApprovalRequested" as const;
  const { requests: actor } = service;

  const denied = await serviceRequests.create({ ...repair("wo-1a", "GB-001-X"), status });
  await serviceRequests.attachments.upload(denied.id, photo());
  actor.deny(denied.id);
  const rented = await serviceRequests.create({ ...rental("rv-2a", "GB-002-X"), status });
  actor.approve(rented.id);
  const content = repair("wo-3a", "GB-003-X");
  const invoiced = await serviceRequests.create({ ...content, components: [...content.components, swap()], status });
  actor.approve(invoiced.id);
  await serviceRequests.invoice(invoiced.id, { number: "inv-1a", vatLines, pdf: pdf() });
  const archived = await serviceRequests.create({ ...rental("rv-4a", "GB-001-X"), status });
  actor.approve(archived.id);
  actor.archive(archived.id);

  const open = await damageServiceRequests.create({ ...damage("da-1a"), status: "Draft" });
  await damageServiceRequests.attachments.upload(open.id, photo());
  const damaged = await damageServiceRequests.create({ ...damage("da-2a"), status });
  actor.approve(damaged.id);
  await damageServiceRequests.invoice(damaged.id, { number: "inv-2a", vatLines, pdf: pdf() });
  const due = await damageServiceRequests.create({ ...damage("da-3a"), status });
  actor.approve(due.id);
  const gone = await damageServiceRequests.create({ ...damage("da-4a"), status });
  actor.approve(gone.id);
  actor.archive(gone.id);

  const licensePlate = "LS-001-X";
  await lessor.vehicles.put({ licensePlate, color: "Red" });
  for (const kind of relatedKinds) await lessor.vehicles[kind].put(licensePlate, { isSet: true } as never);
  return [denied, rented, invoiced, archived, open, damaged, due, gone].map(({ id }) => id);
}

/** What the command verify says of both APIs of a service. */
export interface Verified {
  readonly reports: readonly VerifyReport[];
  readonly failures: readonly string[];
  /** What the command would write beside the reports. */
  readonly adapter: ServiceAdapter;
}

/**
 * Gives a service data and runs the command verify for both of its APIs, with `--write` for the one that has drafts.
 */
export async function runVerify(
  service: Service,
  { write = false, adapter }: { readonly write?: boolean; readonly adapter?: ServiceAdapter } = {},
): Promise<Verified> {
  const ids = await fill(service);
  const common = { intervalMs: 1000, names: [], maxRequests: 600, baseline: undefined, out: undefined };
  const settings: readonly RunSettings[] = [
    {
      ...{ ...common, format: "json", write, api: "supplier", access: { baseUrl, token: service.token } },
      ...{ ids, licensePlates: ["GB-004-X", "GD-001-X"] },
    },
    {
      ...{ ...common, format: "json", write: false, api: "lessor", access: { baseUrl, ...lessorAccess } },
      ...{ ids: [], licensePlates: ["LS-001-X"] },
    },
  ];
  const reports: VerifyReport[] = [];
  const failures: string[] = [];
  const adapters: (readonly [string, OperationAdapters])[] = [];
  for (const each of settings) {
    try {
      const { report, failure, bridges } = await verify(each, {
        adapter,
        fetch: service.fetch as Fetch,
        clock: new SkippingClock(),
        note: () => {},
        signal: new AbortController().signal,
      });
      reports.push(report);
      if (!bridges.isEmpty) adapters.push([each.api, bridges.toAdapters(adapter?.[each.api] as OperationAdapters)]);
      if (failure !== undefined) failures.push(failure);
    } catch (error) {
      failures.push(String(error));
    }
  }
  return { reports, failures, adapter: { ...adapter, ...Object.fromEntries(adapters) } };
}
