import createFetchClient from "openapi-fetch";
import type { Answer, Call, CallBody } from "./call.js";
import { checkUrl } from "./input/path.js";
import type { Operation } from "./operation.js";

/** The part of a call that openapi-fetch hands through untouched. */
export type CallSettings = Omit<Call, "url" | "headers" | "body" | "signal"> & { readonly path: string };

/** The content of a request, checked and written. */
export interface RequestContent {
  /** The query string, without the question mark. */
  readonly search: string;
  readonly body: CallBody | undefined;
  readonly headers: Readonly<Record<string, string | null>>;
}

/** Puts a request together and hands it to the layers. */
export type RequestWriter = (settings: CallSettings, content: RequestContent) => Promise<Answer>;

/** What openapi-fetch is given in place of a `Request`, which would cost a third of the call. */
class RequestDraft {
  readonly url: string;
  readonly headers: Headers;
  readonly body: CallBody | undefined;
  constructor(url: string, init: { headers: Headers; body?: CallBody }) {
    this.url = url;
    this.headers = init.headers;
    this.body = init.body;
  }
}

/** openapi-fetch, as far as it is used here, without its types: ours are generated and need less checking. */
interface FetchClient {
  request(method: string, path: string, init: object): Promise<{ response: unknown }>;
}

/** How a call ended: as a value, because openapi-fetch loses a rejection with null or another falsy abort reason. */
type Ending = { readonly answer: Answer } | { readonly failure: unknown };

/** Writes requests with openapi-fetch: the only file that knows it. */
export function requestWriter(
  baseUrl: string,
  headers: Readonly<Record<string, string>>,
  send: (call: Call) => Promise<Answer>,
): RequestWriter {
  const options = { baseUrl, headers, Request: RequestDraft, fetch: sendDraft(send) };
  const client = createFetchClient(options as object) as unknown as FetchClient;
  return async (settings, { search, body, headers }) => {
    const { operation, path } = settings;
    const { response } = await client.request(operation.method, operation.path, {
      // The serializer of the path is called only if there are parameters.
      params: { path: {} },
      pathSerializer: (template: string) => template.replace(operation.path, () => path),
      querySerializer: () => search,
      body,
      bodySerializer: (content: unknown) => content,
      headers: { accept: acceptOf(operation), ...headers },
      parseAs: "stream",
      settings,
    });
    const { ending } = response as { ending: Ending };
    if ("failure" in ending) throw ending.failure;
    return ending.answer;
  };
}

const acceptOf = ({ output }: Operation) => (output === "binary" ? "*/*" : "application/json");

/** Hands what openapi-fetch has put together to the layers, and their answer back in the shape that it expects. */
function sendDraft(send: (call: Call) => Promise<Answer>) {
  return async (draft: RequestDraft & { settings: CallSettings }) => {
    const { url, headers, body, settings } = draft;
    checkUrl(url, settings.path, settings.operation.id);
    const ending = await endingOf(send({ ...settings, url, headers, body, signal: undefined }));
    // The body has been read and parsed: as a "stream" it passes through openapi-fetch untouched.
    return { ok: true, status: 200, headers: { get: () => null }, body: undefined, ending };
  };
}

async function endingOf(sending: Promise<Answer>): Promise<Ending> {
  try {
    return { answer: await sending };
  } catch (failure) {
    return { failure };
  }
}
