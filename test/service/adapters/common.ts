import type { AdapterRequest, AdapterResponse } from "@reg/sdk";

/** The documented status for each of the service. */
export const statuses: Readonly<Record<string, string>> = {
  DRAFT: "Draft",
  MODIFIED: "Modified",
  APPROVAL_REQUESTED: "ApprovalRequested",
  APPROVED: "Approved",
  DENIED: "Denied",
};

/** The opposite of {@link statuses}. */
export const capitals = Object.fromEntries(Object.entries(statuses).map(([own, documented]) => [documented, own]));

/** The errors are texts such as `REG-SVC000190: The date is before the lease.`, by the name of the field. */
export function readErrors({ body }: AdapterResponse) {
  const texts = Object.entries<string[]>(Object(body).errors ?? {});
  const errors = texts.flatMap(([fieldName, list]) =>
    list.map((text) => {
      const [code, description] = text.split(": ");
      return { code, description, context: fieldName === "" ? {} : { fieldName } };
    }),
  );
  return { body: { ...Object(body), errors } };
}

/** Sends a file in a form. */
export const upload = {
  async request({ body, headers }: AdapterRequest) {
    const form = new FormData();
    form.append("file", await toFile(body, headers));
    return { body: form, headers: { "content-type": undefined, "content-disposition": undefined } };
  },
};

/** A file with the name and the type that the headers of an upload give. */
async function toFile(body: unknown, headers: AdapterRequest["headers"]): Promise<File> {
  const name = /filename="?([^";]+)/.exec(headers["content-disposition"] ?? "")?.[1] ?? "file";
  const type = headers["content-type"] ?? "application/octet-stream";
  return new File([new Uint8Array(await new Response(body as Blob).arrayBuffer())], name, { type });
}
