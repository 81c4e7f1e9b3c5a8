import fc from "fast-check";
import * as arbitrary from "./arbitraries.js";
import * as attachments from "./attachment-calls.js";
import type { Bench } from "./bench.js";
import { rarely } from "./choose.js";
import * as contents from "./content-arbitraries.js";
import { CreateCommand } from "./create-command.js";
import { DecideCommand } from "./decide-command.js";
import * as documents from "./document-calls.js";
import * as invoices from "./invoice-calls.js";
import * as lines from "./line-calls.js";
import type { Method } from "./operations.js";
import * as requests from "./request-calls.js";
import { type Planner, RequestCommand } from "./request-command.js";
import type { Model } from "./state.js";
import type { Statistics } from "./statistics.js";
import { ClockCommand, ListCommand } from "./world-commands.js";

type Command = fc.AsyncCommand<Model, Bench>;

const maxCommands = 24;

/** The rest of a walk. Commands that lead on have more weight than those that only look. */
export function walks(statistics: Statistics): fc.Arbitrary<Iterable<Command>> {
  return fc.commands<Model, Bench, false>([anyCommand(statistics)], { maxCommands, size: "max" });
}

function anyCommand(statistics: Statistics): fc.Arbitrary<Command> {
  /** A call with something to choose. */
  const call = <T>(method: Method, choice: fc.Arbitrary<T>, planner: (chosen: T) => Planner) =>
    fc
      .tuple(arbitrary.target, choice)
      .map(
        ([target, chosen]): Command =>
          new RequestCommand(statistics, method, target, textOf(chosen), planner(chosen)),
      );
  const plain = (method: Method, planner: Planner) => call(method, fc.constant(undefined), () => planner);
  const create = arbitrary.requestKind.chain((kind) =>
    contents.content(kind).map((content): Command => new CreateCommand(statistics, kind, content)),
  );
  const overwriting = fc.record({ service: contents.content("service"), damage: contents.content("damage") });
  const line = fc.tuple(arbitrary.lineTarget, contents.lineKinds, rarely());
  const choices: readonly (readonly [number, fc.Arbitrary<Command>])[] = [
    [4, create],
    [7, arbitrary.review.map((review): Command => new DecideCommand(statistics, review))],
    [5, arbitrary.clockStep.map((step): Command => new ClockCommand(statistics, step))],
    [
      1,
      fc
        .tuple(arbitrary.requestKind, rarely(3))
        .map(([kind, asStranger]): Command => new ListCommand(statistics, kind, asStranger)),
    ],
    [2, plain("get", requests.get)],
    [2, call("overwrite", overwriting, requests.overwrite)],
    [7, call("patch", contents.patch, requests.patch)],
    [2, plain("delete", requests.remove)],
    [5, call("components.put", line, ([at, kinds, otherId]) => lines.put(at, kinds, otherId))],
    [4, call("components.delete", arbitrary.lineTarget, lines.remove)],
    [4, call("components.cancel", arbitrary.lineTarget, lines.cancel)],
    [5, call("attachments.upload", rarely(5), attachments.upload)],
    [2, plain("attachments.list", attachments.list)],
    [3, call("attachments.get", arbitrary.anyIndex, attachments.get)],
    [3, call("attachments.delete", arbitrary.anyIndex, attachments.remove)],
    [2, plain("invoiceTemplates.list", documents.templates)],
    [3, plain("invoiceTemplate.get", documents.template)],
    [9, call("invoices.create", arbitrary.invoice, invoices.create)],
    [2, plain("invoices.setStatus", invoices.setStatus)],
    [2, plain("invoices.list", invoices.list)],
    [2, call("invoices.get", arbitrary.anyIndex, invoices.get)],
    [
      2,
      call("invoices.pdf.upload", fc.tuple(arbitrary.anyIndex, rarely(5)), ([at, other]) =>
        documents.uploadPdf(at, !other),
      ),
    ],
    [3, call("invoices.pdf.get", arbitrary.anyIndex, documents.getPdf)],
  ];
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

const textOf = (chosen: unknown) => (chosen === undefined ? "" : JSON.stringify(chosen));
