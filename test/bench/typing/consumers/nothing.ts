/** A program without a client: it uses only TypeScript's library and the types of Node. */
const id = "5b0d1f5e-6a53-4c0f-8e3a-7f6a3b9f1c11";

export async function calls(): Promise<readonly unknown[]> {
  const answer = await fetch(`https://reg.example/v2/servicerequests/${id}`);
  return [answer.status];
}
