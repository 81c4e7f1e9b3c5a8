import { make as makeOurs } from "./ours.mjs";

/** Ours with a listener, which is told every event of every call. */
export async function make(service) {
  let events = 0;
  const on = () => {
    events += 1;
  };
  const calls = await makeOurs(service, { on });
  const getSmall = async () => {
    const answer = await calls.getSmall();
    if (events === 0) throw new Error("the listener was told nothing");
    return answer;
  };
  return { ...calls, getSmall };
}
