import { ProblemError } from "../../messages/problem.js";
import { created, noContent, ok } from "../../messages/reply.js";
import { readFile } from "../../messages/request-body.js";
import type { Handler, HandlerContext } from "../state/context.js";
import type { StoredAttachment } from "../state/state.js";
import { findRequest, requestsAddress } from "./request-access.js";

/**
 * The attachments of a request (supplier-api.md §4.1). The reference ties them to no phase and shows none of their
 * fields: it is assumed that they can be used in every phase, and the fields are made up.
 */

/** Stores an uploaded file. */
export const uploadAttachment: Handler = async (context) => {
  const file = await readFile(context);
  const request = findRequest(context);
  const attachment = { ...file, id: context.random.uuid() };
  request.attachments.set(attachment.id, attachment);
  const address = `${requestsAddress(context)}/${request.id}/attachments/${attachment.id}`;
  return created(address, serializeAttachment(attachment));
};

/** Lists the attachments, without their bytes. */
export const listAttachments: Handler = (context) => {
  const { attachments } = findRequest(context);
  return ok({ attachments: [...attachments.values()].map(serializeAttachment) });
};

/** Returns the file of one attachment. */
export const getAttachment: Handler = (context) => ({ status: 200, file: findAttachment(context) });

/** Removes an attachment. */
export const deleteAttachment: Handler = (context) => {
  findRequest(context).attachments.delete(findAttachment(context).id);
  return noContent;
};

function findAttachment(context: HandlerContext): StoredAttachment {
  const attachment = findRequest(context).attachments.get(context.params["attachmentId"] ?? "");
  if (attachment === undefined) throw new ProblemError(404, "The request has no such attachment.");
  return attachment;
}

function serializeAttachment({ id, name, type, bytes }: StoredAttachment) {
  return { id, fileName: name, contentType: type, size: bytes.length };
}
