import type { Change } from '#lib/core/metric';

/** A change as a surface shows it; files and tools show fewer fields than pages. */
export type ShownChange = Partial<Pick<Change, 'verdict' | 'reason' | 'difference' | 'interval'>>;

/** Of what a change is: a metric of a brand or domain on a set of segments. */
export interface ChangeSubject {
  metric: string;
  brand: string;
  segments: readonly string[];
}

/** Collects the verdicts of all surfaces, and reports those that contradict another one or their own interval. */
export class VerdictCollection {
  readonly problems: string[] = [];
  readonly #known = new Map<string, { change: ShownChange; where: string }>();
  count = 0;

  add(
    where: string,
    { metric, brand, segments }: ChangeSubject,
    change: ShownChange | null,
    tolerance = fileTolerance,
  ): void {
    if (!change) return;
    this.count += 1;
    const subject = `${metric} of ${brand} on ${segments.toSorted().join(', ')}`;
    if (contradictsInterval(change)) this.problems.push(`${where}: ${subject}: ${JSON.stringify(change)}`);
    const known = this.#known.get(subject);
    if (!known) {
      this.#known.set(subject, { change, where });
      return;
    }
    if (!isSame(known.change, change, tolerance))
      this.problems.push(
        `${where}: ${subject}: ${JSON.stringify(change)}, but ${known.where}: ${JSON.stringify(known.change)}`,
      );
    this.#known.set(subject, { where: known.where, change: { ...change, ...known.change } });
  }
}

function contradictsInterval({ verdict, interval, difference }: ShownChange): boolean {
  if (verdict === undefined || interval === undefined) return false;
  if (!interval) return verdict === 'up' || verdict === 'down' || verdict === 'no clear change';
  const { low, high } = interval;
  if (low > high) return true;
  if (verdict === 'up') return low <= 0 || (difference ?? 0) <= 0;
  if (verdict === 'down') return high >= 0 || (difference ?? 0) >= 0;
  return verdict === 'no clear change' && (low > 0 || high < 0);
}

/** Files round to six decimals. */
const fileTolerance = 1.1e-6;

function isSame(a: unknown, b: unknown, tolerance: number): boolean {
  if (a === undefined || b === undefined) return true;
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) <= tolerance;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const other = new Map(Object.entries(b));
  return Object.entries(a).every(([key, value]) => isSame(value, other.get(key), tolerance));
}
