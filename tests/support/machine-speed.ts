/** CPU time in milliseconds that the sample takes on an idle core of the machine for which limits of CPU time were set. */
const referenceMs = 30;
const text = 'Acme is good, und Żabki są dobre. '.repeat(12_000);

/** Returns the CPU time in milliseconds that `work` takes on this thread. */
export function measureThreadMs(work: () => unknown): number {
  const start = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

/** Does what readers of texts and bodies do most: normalizes, searches, splits, and decodes JSON. */
function runSample(): number {
  const normalized = text.normalize('NFKD').toLowerCase();
  const words = normalized.split(/[^\p{Letter}\p{Mark}]+/u);
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const decoded: unknown[] = JSON.parse(JSON.stringify(words));
  return counts.size + decoded.length + normalized.search(/never near/u);
}

/**
 * Returns how many times as long as on the reference machine a thread takes now for the same work, at least 1. Other work
 * on a shared machine makes even CPU time longer: the same test took 210 to 330 ms instead of 80 to 150 in one run.
 */
export function measureSlowness(): number {
  const samples = [measureThreadMs(runSample), measureThreadMs(runSample), measureThreadMs(runSample)];
  const [, median = referenceMs] = samples.toSorted((a, b) => a - b);
  return Math.max(1, median / referenceMs);
}
