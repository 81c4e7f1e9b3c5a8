/** Has a program tell its parent, whenever that asks, how much CPU time it has used, in microseconds. */
export function answerUsage() {
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpu: user + system });
  });
}
