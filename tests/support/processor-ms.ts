/** Milliseconds of processor time some work takes: unlike the clock, the same on a busy machine. */
export async function processorMs(work: () => Promise<void> | void): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
