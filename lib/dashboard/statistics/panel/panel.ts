/** What is asked repeatedly, and the keys by which rows of tables are formed. */
export interface PanelSegment {
  /** Identifies the segment in stored noise: prompt, engine, place and access. */
  key: string;
  prompt: string;
  engine: string;
  /** Country, language, state or city. */
  place: string;
  country: string;
  /** API or page, and the provider. */
  access: string;
  topic: string | null;
  tags: readonly string[];
  isBranded: boolean;
}

/** What a project asks (segments), and when (days). Days and segments are referred to by their indices. */
export interface Panel {
  /** Consecutive days of the project's time zone, as YYYY-MM-DD. Nothing has to be asked on a day. */
  days: readonly string[];
  /** By day: 0 for Monday to 6 for Sunday. */
  weekdays: Uint8Array;
  segments: readonly PanelSegment[];
  /** The engines in alphabetical order. */
  engines: readonly string[];
  /** By segment: the index of its engine in `engines`. */
  engineIndexes: Int32Array;
  /** By segment: the index of its prompt. */
  promptIndexes: Int32Array;
}

/** Days from `from` up to but not including `to`, as indices of a panel's days. */
export interface DayRange {
  from: number;
  to: number;
}

/** Two periods to compare. */
export interface ComparedPeriods {
  previous: DayRange;
  current: DayRange;
}

/** The daily counts of one metric of one brand. Position of segment s on day d: s × number of days + d. */
export interface MetricSeries {
  panel: Panel;
  /** Number of answers, or of values for an average. */
  answers: Float64Array;
  /** Sum of the values: answers with a mention for visibility. */
  sums: Float64Array;
  /** Sum of the squared values; null for yes or no, where it equals the sum. */
  squares: Float64Array | null;
  /** The size that all limits of verdicts are multiples of: 1 for shares and ratios, 2 for sentiment, 5 for positions. */
  unit: number;
  /**
   * For a ratio A/B: the variance of one counted thing, in which the shifts of engines are measured; null for others. R(1−R),
   * or (1−R²)/2 for the difference of two opposite shares.
   */
  ratioSpread: number | null;
}

/** The counts of a segment on a day. */
export interface DayCount {
  /** The key of the segment. */
  segment: string;
  /** YYYY-MM-DD */
  day: string;
  count: number;
}

/** Places counts at their segments and days; others count as 0, and counts outside of the panel are ignored. */
export function arrangeCounts(panel: Panel, counts: Iterable<DayCount>): Float64Array {
  const arranged = new Float64Array(panel.segments.length * panel.days.length);
  const segments = new Map(panel.segments.map(({ key }, index) => [key, index]));
  const days = new Map(panel.days.map((day, index) => [day, index]));
  for (const { segment, day, count } of counts) {
    const [segmentIndex, dayIndex] = [segments.get(segment), days.get(day)];
    if (segmentIndex === undefined || dayIndex === undefined) continue;
    arranged[segmentIndex * panel.days.length + dayIndex] = count;
  }
  return arranged;
}

/** Creates a panel. @param days consecutive days as YYYY-MM-DD */
export function createPanel(days: readonly string[], segments: readonly PanelSegment[]): Panel {
  const engines = [...new Set(segments.map(({ engine }) => engine))].toSorted();
  const prompts = [...new Set(segments.map(({ prompt }) => prompt))];
  const engineIndex = new Map(engines.map((engine, index) => [engine, index]));
  const promptIndex = new Map(prompts.map((prompt, index) => [prompt, index]));
  return {
    days,
    weekdays: Uint8Array.from(days, (day) => (new Date(day).getUTCDay() + 6) % 7),
    segments,
    engines,
    engineIndexes: Int32Array.from(segments, ({ engine }) => engineIndex.get(engine) ?? 0),
    promptIndexes: Int32Array.from(segments, ({ prompt }) => promptIndex.get(prompt) ?? 0),
  };
}
