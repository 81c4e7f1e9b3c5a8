import { send } from "./api.js";

/** How the page is connected to the sandbox. */
export type Connection = "connecting" | "connected" | "rejected" | "lost";

/** What is told of the connection. */
export interface Listeners {
  readonly onChange: () => void;
  readonly onConnection: (connection: Connection) => void;
}

const pauseBeforeRetry = 2000;

/** Follows the changes of the sandbox until the signal is aborted. It connects again when the connection ends. */
export async function follow({ onChange, onConnection }: Listeners, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const response = await send("GET", "/events", { signal });
      if (response.status === 401) return onConnection("rejected");
      onConnection("connected");
      await readEvents(response, onChange);
    } catch {
      // It is the same whether the server has ended or was not there.
    }
    if (signal.aborted) return;
    onConnection("lost");
    await new Promise((resolve) => setTimeout(resolve, pauseBeforeRetry));
  }
}

/** EventSource cannot send the key, so the stream is read here. Every event has the same meaning: read again. */
async function readEvents({ body }: Response, onChange: () => void): Promise<void> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let next = await reader?.read(); next?.value !== undefined; next = await reader?.read()) {
    const events = (rest + next.value).split("\n\n");
    rest = events.pop() ?? "";
    if (events.some((event) => event.startsWith("event: change\n"))) onChange();
  }
}
