/**
 * Does work that means something only within one hour (UTC): hours have a limit of their own, the sandbox answers
 * otherwise with each, and days and months end with one. Whatever came of it is done anew where the hour ended
 * meanwhile.
 */
export async function inOneHour<T>(work: () => Promise<T>): Promise<T> {
  const hour = () => Math.floor(Date.now() / 3_600_000);
  const before = hour();
  try {
    const done = await work();
    if (hour() === before) return done;
  } catch (error) {
    if (hour() === before) throw error;
  }
  return inOneHour(work);
}
