import type { Fetch } from "@reg/sdk";

/** The arguments of a call of fetch, copied at the time of the call. */
export interface SentRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RequestInit["body"];
  readonly init: RequestInit;
}

/** Creates the response of a fake service to one request. */
export type Reply = (request: SentRequest) => Response | Promise<Response>;

/** A fake fetch that returns the given replies and records its requests. */
export interface FakeFetch extends Fetch {
  readonly requests: SentRequest[];
  /** The latest request. */
  readonly last: SentRequest;
}

/** Creates a fake fetch that returns the replies in order, and the last one for all further requests. */
export function fakeFetch(...replies: readonly [Reply, ...Reply[]]): FakeFetch {
  const requests: SentRequest[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    const request: SentRequest = {
      method: String(init.method),
      url: new URL(url),
      headers: Object.fromEntries(new Headers(init.headers)),
      body: init.body,
      init,
    };
    requests.push(request);
    const reply = replies[Math.min(requests.length, replies.length) - 1] ?? replies[0];
    return reply(request);
  };
  return Object.defineProperty(Object.assign(fetch, { requests }), "last", {
    get: () => requests.at(-1),
  }) as unknown as FakeFetch;
}

/** Reads the body of a request as the service would. */
export async function bodyText(request: SentRequest): Promise<string> {
  return new Response(request.body ?? null).text();
}

type ReplyOptions = { readonly status?: number; readonly headers?: Readonly<Record<string, string>> };

/** Responds with JSON. */
export function json(body: unknown, { status = 200, headers = {} }: ReplyOptions = {}): Reply {
  return () =>
    new Response(JSON.stringify(body), {
      status,
      headers: { "content-type": "application/json", ...headers },
    });
}

/** Responds with an unchanged text. */
export function text(body: string, { status = 200, headers = {} }: ReplyOptions = {}): Reply {
  return () => new Response(body, { status, headers });
}

/** Responds with an error in the form of the service. */
export function problem(status: number, fields: object = {}): Reply {
  return json({ traceId: "00-ab", errors: [], ...fields }, { status });
}

/** Responds without a body. */
export function empty(status = 204, headers: Readonly<Record<string, string>> = {}): Reply {
  return () => new Response(null, { status, headers });
}

/** Rejects as fetch does when the connection breaks: with a TypeError whose cause has the system's code. */
export function networkFailure(code: string, syscall?: string): Reply {
  return () => {
    const cause = Object.assign(
      new Error(`${syscall ?? "read"} ${code}`),
      syscall === undefined ? { code } : { code, syscall },
    );
    throw new TypeError("fetch failed", { cause });
  };
}

/** Never responds; rejects only when the request is aborted. */
export const silence: Reply = ({ init: { signal } }) =>
  new Promise((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason));
  });

/** Responds with a body that starts with this text and does not end until the request is aborted. */
export function stallingBody(start: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return ({ init: { signal } }) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(start));
        signal?.addEventListener("abort", () => controller.error(signal.reason));
      },
    });
    return new Response(body, { headers });
  };
}
