import { sql } from 'drizzle-orm';
import type { Disclosure } from '#lib/contract/disclosure';
import { getInterval } from '#lib/core/metric';
import { isWithin, withMetricsTransaction } from '#lib/dashboard/analytics/filters/filter-sql';
import { getPeriods, type MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import type { OverviewData } from '#lib/dashboard/analytics/overview/overview';
import { listPanelChanges } from '#lib/dashboard/disclosure/list-changes';
import { listEngines } from '#lib/dashboard/disclosure/list-engines';
import { listFigures } from '#lib/dashboard/disclosure/list-figures';
import { groupByTopic, listAskedPrompts, listPlaces } from '#lib/dashboard/disclosure/list-prompts';
import { type PanelRow, readPanel, sumOutcomes } from '#lib/dashboard/disclosure/read-outcomes';
import { readPayment } from '#lib/dashboard/disclosure/read-payment';
import type { Context } from '#lib/db/context';
import { queryRows } from '#lib/db/query-rows';

/** The answers that a disclosure is about, and what has been computed from them. */
interface DisclosureInput {
  filters: MetricFilters;
  /** The headline of the same filters. */
  headline: Pick<OverviewData['headline'], 'brand' | 'visibility' | 'runCount' | 'repeat'>;
  methods: Disclosure['methods'];
}

/** Reads the disclosure of filters, with all that members may see (see `hideFromViewers`). */
export function readDisclosure(
  context: Context,
  { filters, headline, methods }: DisclosureInput,
): Promise<Disclosure> {
  return withMetricsTransaction(context, async (tx) => {
    const panel = await readPanel(tx, filters);
    const asked = await listAskedPrompts(tx, filters.projectId, panel.current);
    const engines = await listEngines(tx, filters, panel.current);
    const { current, previous } = getPeriods(filters);
    const { numerator, denominator, value, ...visibility } = headline.visibility;
    const interval = getInterval({ numerator, denominator, value, ...visibility });
    const described = {
      brand: headline.brand.name,
      timeZone: filters.timeZone,
      period: current,
      comparedWith: previous,
      runs: headline.runCount,
      samples: await readSamples(tx, filters),
      answerDays: panel.answerDays,
      outcomes: sumOutcomes(panel.current),
      previousOutcomes: panel.previous && sumOutcomes(panel.previous),
      fictional: sumFictional(panel.current),
      previousFictional: panel.previous && sumFictional(panel.previous),
      headline: {
        metric: 'Visibility',
        numerator,
        answers: denominator,
        value,
        low: interval?.low ?? null,
        high: interval?.high ?? null,
        ...(headline.repeat ? { repeat: headline.repeat } : {}),
      },
      payment: await readPayment(
        tx,
        engines.map(({ engine }) => engine),
      ),
      topics: new Set(asked.flatMap(({ topic }) => (topic === '' ? [] : [topic]))).size,
      promptTypes: groupByTopic(asked),
      prompts: asked.map(({ id: _, ...prompt }) => prompt),
      engines,
      places: listPlaces(asked, panel.current),
    };
    return {
      ...described,
      figures: listFigures(described),
      changes: await listPanelChanges(tx, filters, panel),
      methods,
    };
  });
}

const sumFictional = (rows: readonly PanelRow[]) =>
  rows.reduce((sum, { fictionalAnswers }) => sum + fictionalAnswers, 0);

/** Reads how often the runs of the current period ask each prompt of an engine in a country. */
async function readSamples(
  { db, organizationId }: Context,
  filters: MetricFilters,
): Promise<Disclosure['samples']> {
  const { projectId, engines, countries, timeZone } = filters;
  const overlaps = (column: string, values: readonly string[]) =>
    values.length > 0 ? sql`AND ${sql.raw(column)} && ${sql.param(values)}::text[]` : sql``;
  const [row] = await queryRows<{ min: number | null; max: number | null }>(
    db,
    sql`SELECT min(samples) AS min, max(samples) AS max FROM runs
      WHERE organization_id = ${organizationId} AND project_id = ${projectId}
        AND ${isWithin('requested_at', getPeriods(filters).current, timeZone)}
        ${overlaps('engines', engines)} ${overlaps('countries', countries)}`,
  );
  return row && row.min !== null && row.max !== null ? { min: row.min, max: row.max } : null;
}
