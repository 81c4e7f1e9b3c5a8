import type { Exchange, Handler } from "../../core/handler.js";
import { Refusal } from "../../core/problem.js";
import { readFile } from "../../core/read-body.js";
import { created, noContent, ok } from "../../core/reply.js";
import type { StoredAttachment } from "../../state/state.js";
import { findRequest, requestsAddress } from "./access.js";

/**
 * The reference ties attachments to no phase and shows none of their fields: they are taken to work in every phase,
 * and the fields here are made up.
 */
const present = ({ id, name, type, bytes }: StoredAttachment) => ({
  id,
  fileName: name,
  contentType: type,
  size: bytes.length,
});

/** Adds a file. */
export const uploadAttachment: Handler = async (exchange) => {
  const file = await readFile(exchange);
  const request = findRequest(exchange);
  const attachment = { ...file, id: exchange.random.uuid() };
  request.attachments.set(attachment.id, attachment);
  const address = `${requestsAddress(exchange)}/${request.id}/attachments/${attachment.id}`;
  return created(address, present(attachment));
};

/** All files, without their content. */
export const listAttachments: Handler = (exchange) => {
  const { attachments } = findRequest(exchange);
  return ok({ attachments: [...attachments.values()].map(present) });
};

/** One file. */
export const getAttachment: Handler = (exchange) => ({ status: 200, file: find(exchange) });

/** Removes a file. */
export const deleteAttachment: Handler = (exchange) => {
  findRequest(exchange).attachments.delete(find(exchange).id);
  return noContent;
};

function find(exchange: Exchange): StoredAttachment {
  const attachment = findRequest(exchange).attachments.get(exchange.params["attachmentId"] ?? "");
  if (attachment === undefined) throw new Refusal(404, "The request has no such attachment.");
  return attachment;
}
