import type { Change, Interval, VerdictReason } from '#lib/core/metric';
import { getQuantile } from '#lib/dashboard/statistics/numeric/distributions';
import type { OracleChange, OracleNoise, OraclePanel, OracleRange } from '#tests/support/statistics-oracle';
import { sumBy } from './reference-definitions';
import {
  dimensions,
  linearize,
  listPeriods,
  listSpans,
  type MetricPanels,
  type ReferencePanel,
  remember,
  replaceSpreads,
  sumRanges,
} from './reference-panel';

/*
 * Levels and verdicts of any set of segments, as docs/metrics.md defines them, computed by an independent implementation
 * from a recounted panel. The code is written to be simple, not fast.
 */

/** The counts of a metric of all brands or rows: the judged one first, and those that its noise is estimated with. */
export interface NoisyMetric {
  /** Identifies the metric and brand in the cache. */
  name: string;
  own: MetricPanels;
  others: readonly MetricPanels[];
  /** Noise that is shared with other rows instead of fitted; its own variances are those of the periods. */
  shared?: { name: string; listLargest: (of: 'change' | 'level') => readonly MetricPanels[] };
}

/** A level without its counts, which are recounted from the answers. */
export interface ReferenceLevel {
  interval: Interval;
  variance: number;
  independentAnswers: number | null;
}

/** Fits the noise of a metric; null without any answers. */
function getNoise(panel: ReferencePanel, metric: NoisyMetric, of: 'change' | 'level'): OracleNoise | null {
  const spans = listSpans(panel, of);
  return remember(panel, `noise ${of} ${metric.name}`, () => {
    const linear = linearize(metric.own, spans);
    if (!metric.shared) {
      if (!hasAnswers(linear, spans)) return null;
      return panel.oracle.fit([linear, ...metric.others.map((other) => linearize(other, spans))], spans);
    }
    const { name, listLargest } = metric.shared;
    const fitted = remember(panel, `noise ${of} ${name}`, () => {
      const measureSize = (row: MetricPanels) => sumBy(sumRanges(row.panel.y, spans), (sum) => sum);
      const own = listLargest(of)
        .toSorted((a, b) => measureSize(b) - measureSize(a))
        .map((row) => linearize(row, spans));
      return own.some((row) => hasAnswers(row, spans)) ? panel.oracle.fit(own, spans) : null;
    });
    if (!fitted) return null;
    const periods = listPeriods(panel, of);
    const rows = linearize(metric.own, periods);
    const noise = replaceSpreads(fitted, rows, periods);
    const counts = sumRanges(rows.n, periods);
    const active = [...counts.keys()].filter((index) => (counts[index] ?? 0) > 0);
    const mean = sumBy(active, (index) => noise.s[index] ?? 0) / active.length;
    return { ...noise, gain: rows.rate ? rows.rate / mean : 1 };
  });
}

const hasAnswers = (panel: OraclePanel, spans: readonly OracleRange[]) =>
  sumRanges(panel.n, spans).some((count) => count > 0);

/** Returns the noise with the variances of a set, which for a ratio has its own value. */
function narrowNoise(
  panel: ReferencePanel,
  { metric, noise, of }: { metric: NoisyMetric; noise: OracleNoise; of: 'change' | 'level' },
  { segments, active }: { segments: readonly number[]; active: readonly number[] },
): OracleNoise {
  if (!metric.own.wholes || active.every((index) => segments.includes(index))) return noise;
  const spans = metric.shared ? listPeriods(panel, of) : listSpans(panel, of);
  const linear = linearize(metric.own, spans, segments);
  const shown = new Set(panel.shown);
  const hide = (values: readonly Float64Array[]) =>
    values.map((days, index) => (shown.has(index) ? days : new Float64Array(days.length)));
  return replaceSpreads(noise, { ...linear, n: hide(linear.n), y: hide(linear.y), z: hide(linear.z) }, spans);
}

/** Estimates a level; null if nothing was counted. */
export function estimateLevel(
  panel: ReferencePanel,
  metric: NoisyMetric,
  { segments, period = panel.current }: { segments: readonly number[]; period?: OracleRange },
): ReferenceLevel | null {
  const noise = getNoise(panel, metric, 'level');
  if (!noise) return null;
  const answers = sumRanges(metric.own.panel.n, [period]);
  const active = [...answers.keys()].filter((index) => (answers[index] ?? 0) > 0);
  const own = segments.filter((index) => active.includes(index));
  if (own.length === 0) return null;
  const { wholes } = metric.own;
  const narrowed = narrowNoise(panel, { metric, noise, of: 'level' }, { segments, active });
  const linear = linearize(metric.own, listSpans(panel, 'level'));
  const level = panel.oracle.level(linear, narrowed, period, own);
  const sum = (values: readonly Float64Array[]) => {
    const sums = sumRanges(values, [period]);
    return sumBy(own, (index) => sums[index] ?? 0);
  };
  const whole = sum(wholes?.y ?? metric.own.panel.n);
  if (whole === 0) return null;
  const value = sum(metric.own.panel.y) / whole;
  const halfWidth = (level.high - level.low) / 2;
  const { variance } = level;
  if (wholes) {
    const limit = (bound: number) => Math.min(1, Math.max(metric.own.isSigned ? -1 : 0, bound));
    const interval = { low: limit(value - halfWidth), high: limit(value + halfWidth) };
    return { interval, variance, independentAnswers: null };
  }
  if (metric.own.panel.values)
    return { interval: { low: level.low, high: level.high }, variance, independentAnswers: null };
  return {
    // With less than one independent answer, the ends of the distribution can miss the value.
    interval: {
      low: value <= 0 ? 0 : Math.min(value, level.low),
      high: value >= 1 ? 1 : Math.max(value, level.high),
    },
    variance,
    independentAnswers: level.independentAnswers ?? null,
  };
}

/** The change of a set by itself, and the number of rows that it can be judged with. */
interface AloneChange {
  change: Change;
  row: { difference: number; variance: number; df: number } | null;
  unit: number;
}

const refused: Omit<Change, 'reason'> = {
  verdict: 'not comparable',
  previous: null,
  current: null,
  difference: null,
  interval: null,
  confidence: 0.95,
  judgedWith: null,
  rows: 1,
  prompts: 0,
  segments: 0,
  previousAnswers: 0,
  currentAnswers: 0,
  excludedEngines: [],
};

/** The change of what has no answers. */
export const noChange: Change = { ...refused, reason: 'no common segments' };

/** The segments with answers in one of the periods. */
function listActive(panel: ReferencePanel, metric: NoisyMetric): number[] {
  const counts = sumRanges(metric.own.panel.n, listPeriods(panel, 'change'));
  return [...counts.keys()].filter((index) => (counts[index] ?? 0) > 0);
}

/** Judges the change of a set of segments by itself. */
export function judgeAlone(
  panel: ReferencePanel,
  metric: NoisyMetric,
  segments: readonly number[],
): AloneChange {
  const { previous, current, changedEngines, oracle } = panel;
  const unit = metric.own.panel.unit;
  const refuse = (reason: VerdictReason) => ({ change: { ...refused, reason }, row: null, unit });
  const noise = getNoise(panel, metric, 'change');
  if (!previous || !noise || listCompared(panel, metric, segments, false).size === 0)
    return refuse('no common segments');
  const active = listActive(panel, metric);
  const own = segments.filter((index) => active.includes(index));
  const kept = own.filter((index) => !changedEngines.includes(panel.segments[index]?.engine ?? ''));
  const linear = linearize(metric.own, listSpans(panel, 'change'));
  const getChange = (values: OraclePanel, set: readonly number[], gone: readonly string[]) => {
    const narrowed = narrowNoise(panel, { metric, noise, of: 'change' }, { segments: set, active });
    return oracle.change(values, narrowed, previous, current, set, gone);
  };
  const all = getChange(linear, own, changedEngines);
  if (all.difference === null) return refuse('models changed');
  const excludedEngines = all.without ?? [];
  const rest = excludedEngines.length > 0 ? kept : own;
  const judged = getChange(metric.own.panel, rest, []);
  const compared = listCompared(panel, metric, rest, judged.basis === 'same weekdays');
  const measured = divide(judged, metric.own.wholes && getChange(metric.own.wholes, rest, []));
  const counts = {
    ...refused,
    ...measured,
    excludedEngines,
    prompts: new Set([...compared.keys()].map((index) => panel.segments[index]?.prompt)).size,
    segments: compared.size,
    previousAnswers: sumBy([...compared.values()], (answers) => answers.previous),
    currentAnswers: sumBy([...compared.values()], (answers) => answers.current),
  };
  const { difference } = measured;
  if (difference === null || Math.min(counts.previousAnswers, counts.currentAnswers) < 20)
    return { change: { ...counts, verdict: 'too early', reason: 'few answers' }, row: null, unit };
  if (judged.basis === 'weekdays differ')
    return { change: { ...counts, verdict: 'not comparable', reason: 'weekdays differ' }, row: null, unit };
  const { variance = Number.NaN, df = Number.NaN } = judged;
  return {
    change: { ...counts, ...judgeDifference(metric, { difference, variance, df }) },
    row: { difference, variance, df },
    unit,
  };
}

/** The values in both periods: those of a ratio are quotients of averages with the same weights. */
function divide(parts: OracleChange, wholes: OracleChange | null) {
  const none = { previous: null, current: null, difference: null };
  if (parts.before === undefined || parts.after === undefined) return none;
  const { before = 0, after = 0 } = wholes ?? { before: 1, after: 1 };
  if (before === 0 || after === 0) return none;
  const [previous, current] = [parts.before / before, parts.after / after];
  return { previous, current, difference: current - previous };
}

/** The answers of the compared segments in both periods; on the same weekdays only if the periods differ in them. */
function listCompared(
  panel: ReferencePanel,
  { own }: NoisyMetric,
  segments: readonly number[],
  isByWeekday: boolean,
): Map<number, { previous: number; current: number }> {
  const { previous, current, weekdays } = panel;
  const compared = new Map<number, { previous: number; current: number }>();
  if (!previous) return compared;
  const strata = isByWeekday ? [0, 1, 2, 3, 4, 5, 6] : [null];
  for (const segment of segments) {
    for (const weekday of strata) {
      const count = ([from, to]: OracleRange) => {
        let sum = 0;
        for (let day = from; day < to; day += 1)
          if (weekday === null || weekdays[day] === weekday) sum += own.panel.n[segment]?.[day] ?? 0;
        return sum;
      };
      const [before, now] = [count(previous), count(current)];
      if (before === 0 || now === 0) continue;
      const known = compared.get(segment) ?? { previous: 0, current: 0 };
      compared.set(segment, { previous: known.previous + before, current: known.current + now });
    }
  }
  return compared;
}

function judgeDifference(
  { own }: NoisyMetric,
  { difference, variance, df }: NonNullable<AloneChange['row']>,
): Pick<Change, 'verdict' | 'reason' | 'interval'> {
  const { unit, values } = own.panel;
  const halfWidth = getQuantile(df) * Math.sqrt(variance);
  const max = own.wholes || !values ? unit : Number.POSITIVE_INFINITY;
  const [low, high] = [difference - halfWidth, difference + halfWidth];
  const interval = { low: Math.min(max, Math.max(-max, low)), high: Math.min(max, Math.max(-max, high)) };
  if (low > 0) return { verdict: 'up', reason: null, interval };
  if (high < 0) return { verdict: 'down', reason: null, interval };
  return halfWidth > 0.2 * unit
    ? { verdict: 'too early', reason: 'imprecise', interval }
    : { verdict: 'no clear change', reason: null, interval };
}

/** Judges changes together: those that cannot be judged by themselves keep their verdict and do not count. */
export function judgeTogether(
  { oracle }: ReferencePanel,
  changes: readonly AloneChange[],
  judgedWith: readonly string[],
): Change[] {
  const rows = changes.flatMap(({ row }) => row ?? []);
  const pooled = oracle
    .pool(
      rows.map(({ difference }) => difference),
      rows.map(({ variance }) => variance),
      rows.map(({ df }) => df),
      changes[0]?.unit ?? 1,
    )
    .rows.values();
  return changes.map(({ change, row }) => {
    const own = { ...change, confidence: 0.9, judgedWith, rows: rows.length };
    const result = row ? pooled.next().value : undefined;
    if (!result) return own;
    const { verdict, low, high } = result;
    return {
      ...own,
      verdict,
      reason: verdict === 'too early' ? 'imprecise' : null,
      interval: { low, high },
    };
  });
}

/** Returns the one verdict on a set of segments of the unfiltered panel; null when nothing is compared. */
export function judgeSet(
  panel: ReferencePanel,
  metric: NoisyMetric,
  segments: readonly number[],
): Change | null {
  if (!panel.previous) return null;
  const active = getNoise(panel, metric, 'change') ? listActive(panel, metric) : [];
  const set = segments.filter((index) => active.includes(index));
  if (set.length === active.length || set.length === 0) return judgeAlone(panel, metric, set).change;
  for (const names of listDimensionSets()) {
    const listKeys = (index: number) => listCellKeys(panel, names, index);
    const [first = -1] = set;
    const getCell = (key: string) => active.filter((index) => listKeys(index).includes(key));
    const key = listKeys(first)
      .sort()
      .find((candidate) => getCell(candidate).join() === set.join());
    if (key === undefined) continue;
    const family = remember(panel, `family ${metric.name} ${names.join()}`, () => {
      const keys = [...new Set(active.flatMap(listKeys))];
      const changes = keys.map((own) => judgeAlone(panel, metric, getCell(own)));
      return new Map(judgeTogether(panel, changes, names).map((change, at) => [keys[at], change] as const));
    });
    return family.get(key) ?? null;
  }
  return judgeAlone(panel, metric, set).change;
}

function listDimensionSets(): string[][] {
  const names = Object.keys(dimensions);
  const subsets = Array.from({ length: 2 ** names.length - 1 }, (_, bits) =>
    names.filter((__, index) => ((bits + 1) >> index) & 1),
  );
  const getOrder = (set: readonly string[]) => set.map((name) => names.indexOf(name)).join();
  return subsets.sort((a, b) => a.length - b.length || (getOrder(a) < getOrder(b) ? -1 : 1));
}

function listCellKeys(panel: ReferencePanel, names: readonly string[], index: number): string[] {
  const segment = panel.segments[index];
  if (!segment) return [];
  return names.reduce<string[]>(
    (keys, name) =>
      keys.flatMap((key) => (dimensions[name]?.(panel, segment) ?? []).map((value) => `${key}${value}\0`)),
    [''],
  );
}

/** Compares two shares in the same answers with 99% confidence. */
export function compareShares(
  panel: ReferencePanel,
  metric: NoisyMetric,
  { other, segments }: { other: MetricPanels; segments: readonly number[] },
): 'ahead' | 'behind' | 'tied' | null {
  const noise = getNoise(panel, metric, 'level');
  const { own } = metric;
  const active = sumRanges(own.panel.n, [panel.current]);
  const set = segments.filter((index) => (active[index] ?? 0) > 0);
  if (!noise || set.length === 0) return null;
  const combine = (sign: number) =>
    own.panel.y.map((days, index) => days.map((sum, day) => sum + sign * (other.panel.y[index]?.[day] ?? 0)));
  const values = { ...own.panel, values: true, y: combine(-1), z: combine(1) };
  const spreads = replaceSpreads(noise, values, [panel.current]);
  const { low, high } = panel.oracle.level(values, spreads, panel.current, set, 0.99);
  return low > 0 ? 'ahead' : high < 0 ? 'behind' : 'tied';
}
