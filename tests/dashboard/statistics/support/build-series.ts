import { addDays } from '#lib/core/time';
import { createPanel, type MetricSeries, type Panel } from '#lib/dashboard/statistics/panel/panel';
import { createRandom } from '#tests/dashboard/analytics/support/seeded-random';

/** What a generated panel is like. */
export interface PanelOptions {
  seed: number;
  prompts: number;
  engines: number;
  days: number;
  /** Share of days without answers. */
  missing: number;
  /** Added to the share of answers with a mention in the second half of the days. */
  effect: number;
}

/** Generates the mentions of two brands; each second prompt has the topic "even" and the tag "tagged". */
export function buildBrands(options: PanelOptions): MetricSeries[] {
  const random = createRandom(options.seed);
  const panel = buildPanel(options);
  const size = panel.segments.length * options.days;
  const answers = Float64Array.from({ length: size }, () =>
    random() < options.missing ? 0 : 1 + Math.floor(random() * 2),
  );
  return [0, 1].map(() => {
    const rates = panel.segments.map(() => random() * 0.7);
    const sums = answers.map((count, index) => {
      const isLater = index % options.days >= options.days / 2;
      const rate = (rates[Math.floor(index / options.days)] ?? 0) + (isLater ? options.effect : 0);
      return Array.from({ length: count }, random).filter((value) => value < rate).length;
    });
    return { panel, answers, sums, squares: null, unit: 1, ratioSpread: null };
  });
}

function buildPanel({ prompts, engines, days }: PanelOptions): Panel {
  return createPanel(
    Array.from({ length: days }, (_, day) => addDays('2026-03-02', day)),
    Array.from({ length: prompts * engines }, (_, index) => {
      const prompt = Math.floor(index / engines);
      const engine = index % engines;
      return {
        key: `${prompt} ${engine}`,
        prompt: `prompt ${prompt}`,
        engine: `engine ${engine}`,
        place: 'US en',
        country: 'US',
        access: engine === 0 ? 'page' : 'api',
        topic: prompt % 2 === 0 ? 'even' : null,
        tags: prompt % 2 === 0 ? ['tagged'] : [],
        isBranded: false,
      };
    }),
  );
}

/** Returns a series with its segments in another order. @param order indices of the segments */
export function reorder(series: MetricSeries, order: readonly number[]): MetricSeries {
  const { days, segments } = series.panel;
  const panel = createPanel(
    days,
    order.flatMap((index) => segments[index] ?? []),
  );
  const reorderDays = (counts: Float64Array) =>
    Float64Array.from(counts, (_, index) => {
      const segment = order[Math.floor(index / days.length)] ?? 0;
      return counts[segment * days.length + (index % days.length)] ?? 0;
    });
  return { ...series, panel, answers: reorderDays(series.answers), sums: reorderDays(series.sums) };
}
