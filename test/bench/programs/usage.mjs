/** Sends the CPU time of this process, in microseconds, for each message of its parent. */
export function reportUsage() {
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpu: user + system });
  });
}
