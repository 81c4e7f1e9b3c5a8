import type { ServerResponse } from "node:http";

/** Writes an answer out, chunk by chunk as its body gives them. Where the body fails, the connection ends within it. */
export async function send(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  const reader = answer.body?.getReader();
  // So that a body which never ends does not outlive its reader. One that has failed cannot be cancelled.
  response.once("close", () => reader?.cancel().catch(() => {}));
  try {
    for (let next = await reader?.read(); next?.value !== undefined; next = await reader?.read()) {
      await write(response, next.value);
    }
    response.end();
  } catch {
    response.destroy();
  }
}

/** Is fulfilled when the system has the bytes: what follows cannot overtake them. */
function write(response: ServerResponse, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    response.write(chunk, (error) => (error ? reject(error) : resolve()));
  });
}
