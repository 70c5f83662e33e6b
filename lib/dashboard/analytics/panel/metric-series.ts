import type { ProjectPanel } from '#lib/dashboard/analytics/panel/project-panel';
import type { MetricSeries } from '#lib/dashboard/statistics/panel/panel';
import type { RatioSeries } from '#lib/dashboard/statistics/ratios/ratio-series';

/** The metrics that have noise: share of voice differs with the branded prompts that it counts. */
export type NoisyMetric =
  | 'visibility'
  | 'shareOfVoice'
  | 'shareOfVoiceWithBranded'
  | 'position'
  | 'trackedPosition'
  | 'firstPlace'
  | 'citationRate'
  | 'citationShare'
  | 'sentiment';

/** The daily counts of a metric of a brand: an average over answers or values, or a ratio of two counts. */
export type PanelSeries = { kind: 'average'; series: MetricSeries } | { kind: 'ratio'; series: RatioSeries };

/** The largest place that counts as one unit of a change of position. */
const positionUnit = 5;

/** Returns the series of a metric of a brand or domain. */
export type SeriesReader = (metric: NoisyMetric, subject: string) => PanelSeries;

/** Creates the series of one metric for any brand; they share their arrays of answers where these are equal. */
export function createSeriesReader(panel: ProjectPanel, brandIds: readonly string[]): SeriesReader {
  const known = new Map<string, PanelSeries>();
  const wholes = new Map<string, Float64Array>();
  const remember = (name: string, create: () => Float64Array) => {
    const values = wholes.get(name) ?? create();
    wholes.set(name, values);
    return values;
  };
  const create = (metric: NoisyMetric, brandId: string): PanelSeries => {
    const read = (count: Parameters<ProjectPanel['getSubject']>[1]) => panel.getSubject(brandId, count);
    const base = { panel: panel.panel };
    switch (metric) {
      case 'visibility':
        return createShare({ ...base, answers: panel.getAnswers('answers'), sums: read('mentioned') });
      case 'citationRate':
        return createShare({
          ...base,
          answers: panel.getAnswers('withReportedCitations'),
          sums: read('cited'),
        });
      case 'position':
        return createPosition({
          ...base,
          answers: read('ranked'),
          sums: read('rankSum'),
          squares: read('rankSquares'),
        });
      case 'trackedPosition':
        return createPosition({
          ...base,
          answers: read('ranked'),
          sums: read('trackedRankSum'),
          // Not stored: the largest sum of squares that ranks from 1 to the number of brands can have.
          squares: combine(
            read('trackedRankSum'),
            read('ranked'),
            (sum, ranked) => (1 + brandIds.length) * sum - brandIds.length * ranked,
          ),
        });
      case 'firstPlace':
        return createRatio({
          ...base,
          answers: panel.getAnswers('answers'),
          parts: read('rankFirstCount'),
          wholes: read('mentioned'),
        });
      case 'citationShare':
        return createRatio({
          ...base,
          answers: panel.getAnswers('withReportedCitations'),
          parts: read('citations'),
          wholes: panel.getAnswers('citations'),
        });
      case 'sentiment':
        return {
          kind: 'ratio',
          series: {
            ...base,
            answers: panel.getAnswers('answers'),
            parts: combine(read('positive'), read('negative'), (positive, negative) => positive - negative),
            wholes: combine(
              combine(read('positive'), read('negative'), (positive, negative) => positive + negative),
              read('neutral'),
              (opinions, neutral) => opinions + neutral,
            ),
            isSigned: true,
          },
        };
      case 'shareOfVoice':
      case 'shareOfVoiceWithBranded': {
        const keep = (values: Float64Array) =>
          metric === 'shareOfVoice' ? dropBranded(panel, values) : values;
        return createRatio({
          ...base,
          answers: remember(`${metric} answers`, () => keep(panel.getAnswers('answers'))),
          parts: keep(read('mentioned')),
          wholes: remember(metric, () =>
            keep(
              addUp(
                brandIds.map((id) => panel.getSubject(id, 'mentioned')),
                panel.getAnswers('answers').length,
              ),
            ),
          ),
        });
      }
    }
  };
  return (metric, brandId) => {
    const key = `${metric} ${brandId}`;
    const series = known.get(key) ?? create(metric, brandId);
    known.set(key, series);
    return series;
  };
}

const createShare = (series: Pick<MetricSeries, 'panel' | 'answers' | 'sums'>): PanelSeries => ({
  kind: 'average',
  series: { ...series, squares: null, unit: 1, ratioSpread: null },
});

/** Rows of early releases have no sum of squares; it is at least the square of the sum divided by the number of values. */
const createPosition = ({
  squares,
  ...series
}: Pick<MetricSeries, 'panel' | 'answers' | 'sums'> & { squares: Float64Array }): PanelSeries => ({
  kind: 'average',
  series: {
    ...series,
    squares: squares.map((square, index) => {
      const [count, sum] = [series.answers[index] ?? 0, series.sums[index] ?? 0];
      return count > 0 ? Math.max(square, sum ** 2 / count) : 0;
    }),
    unit: positionUnit,
    ratioSpread: null,
  },
});

const createRatio = (series: Omit<RatioSeries, 'isSigned'>): PanelSeries => ({
  kind: 'ratio',
  series: { ...series, isSigned: false },
});

function combine(a: Float64Array, b: Float64Array, compute: (a: number, b: number) => number): Float64Array {
  return a.map((value, index) => compute(value, b[index] ?? 0));
}

function addUp(arrays: readonly Float64Array[], length: number): Float64Array {
  const sums = new Float64Array(length);
  for (const values of arrays)
    for (const [index, value] of values.entries()) sums[index] = (sums[index] ?? 0) + value;
  return sums;
}

/** Counts of prompts that contain no tracked brand; the others are 0. */
function dropBranded({ panel }: ProjectPanel, values: Float64Array): Float64Array {
  const kept = values.slice();
  const { days, segments } = panel;
  for (const [segment, { isBranded }] of segments.entries())
    if (isBranded) kept.fill(0, segment * days.length, (segment + 1) * days.length);
  return kept;
}
