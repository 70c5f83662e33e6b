import type { EngineLabels } from '#lib/contract/engine-labels';
import { toDay } from '#lib/core/days';
import type { Annotation, TrackedBrand } from '#lib/core/metric';
import { type AnswerListItem, readAnswerPage } from '#lib/dashboard/analytics/answers/list-answers';
import { type CompetitorsData, getCompetitors } from '#lib/dashboard/analytics/competitors/competitors';
import { type FanOutData, getFanOut } from '#lib/dashboard/analytics/fan-out/fan-out';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/filter-sql';
import { type MetricFilters, matchesPrompt } from '#lib/dashboard/analytics/filters/metric-filters';
import { listEngineModels } from '#lib/dashboard/analytics/filters/project-state';
import { getPromptBreakdown, type PromptBreakdownRow } from '#lib/dashboard/analytics/overview/breakdown';
import { getOverview, type OverviewData } from '#lib/dashboard/analytics/overview/overview';
import { getSources, type SourcesData } from '#lib/dashboard/analytics/sources/sources';
import { getStability, type StabilityData } from '#lib/dashboard/analytics/sources/stability';
import { listAnnotations } from '#lib/dashboard/annotations/annotations';
import { getProject } from '#lib/dashboard/projects/project';
import { listPrompts } from '#lib/dashboard/prompts/list-prompts';
import type { ReportBlock, SectionKind } from '#lib/dashboard/reports/report-blocks';
import type { Context } from '#lib/db/context';

/** A tracked brand with the names and domains that identify it. */
export interface BrandDefinition extends TrackedBrand {
  aliases: string[];
  domains: string[];
}

/** A prompt with the metrics of the selected brand. */
export interface ReportPrompt extends PromptBreakdownRow {
  id: string;
  text: string;
}

/** Everything a report shows. Plain JSON except for dates, which `getFrozenReport` restores. */
export interface ReportData {
  /** The time at which the data was current. */
  asOf: Date;
  filters: MetricFilters;
  /** The day on which the project was created. */
  createdOn: string;
  brands: BrandDefinition[];
  /** The model that answered recently and how it was queried, by engine. Reports frozen by an earlier version of Answerscope lack `access`. */
  engineLabels: EngineLabels;
  annotations: Annotation[];
  overview: OverviewData;
  /** The data of the competitors page, by the ID of the compared competitor ('' for the one mentioned most). */
  competitors: Record<string, CompetitorsData>;
  /** Null unless the report has a section with this data; the same applies to `stability` and `fanOut`. */
  sources: SourcesData | null;
  stability: StabilityData | null;
  fanOut: FanOutData | null;
  /** The prompts with their metrics, highest visibility first; null unless the report has the section `prompts`. */
  prompts: ReportPrompt[] | null;
  /** The selected answers that match the filters, by ID. */
  quotes: Record<string, AnswerListItem>;
}

/** Computes the data of a report's blocks in one snapshot of the database. */
export function loadReportData(
  context: Context,
  { filters, blocks }: { filters: MetricFilters; blocks: readonly ReportBlock[] },
): Promise<ReportData> {
  return withMetricsTransaction(context, async (tx) => {
    const { projectId } = filters;
    const project = await getProject(tx, { projectId });
    const models = await listEngineModels(tx, { projectId });
    const overview = await getOverview(tx, filters);
    const answerIds = blocks.flatMap((block) => (block.kind === 'quotes' ? block.answerIds : []));
    const quoted =
      answerIds.length > 0
        ? (
            await readAnswerPage(tx, filters, overview.headline.brand.id, {
              answerIds,
              limit: answerIds.length,
            })
          ).answers
        : [];
    const hasSection = (...kinds: SectionKind[]) =>
      blocks.some(({ kind }) => kinds.some((other) => other === kind));
    return {
      asOf: tx.asOf ?? tx.clock.now(),
      filters,
      createdOn: toDay(project.createdAt, filters.timeZone),
      brands: [project.own, ...project.competitors].map(
        ({ id, name, role, colorIndex, aliases, domains }) => ({
          id,
          name,
          role,
          colorIndex,
          aliases,
          domains,
        }),
      ),
      engineLabels: Object.fromEntries(models.map(({ engine, ...label }) => [engine, label])),
      annotations: await listAnnotations(tx, filters),
      overview,
      competitors: await loadCompetitors(tx, filters, blocks),
      sources: hasSection('domains', 'source-types', 'source-gaps', 'source-flow')
        ? await getSources(tx, filters)
        : null,
      stability: hasSection('stability') ? await getStability(tx, filters) : null,
      fanOut: hasSection('fan-out', 'fan-out-engines')
        ? await getFanOut(tx, filters, { limit: maxQueries })
        : null,
      prompts: hasSection('prompts') ? await loadPrompts(tx, filters) : null,
      quotes: Object.fromEntries(quoted.map((answer) => [answer.id, answer])),
    };
  });
}

const maxQueries = 20;
const competitorKinds: readonly string[] = [
  'share-of-voice-by-mentions',
  'positions',
  'head-to-head',
  'mention-gaps',
  'citation-gaps',
] satisfies SectionKind[];

async function loadCompetitors(
  context: Context,
  filters: MetricFilters,
  blocks: readonly ReportBlock[],
): Promise<ReportData['competitors']> {
  const compared = blocks.flatMap((block) =>
    'competitorId' in block && competitorKinds.includes(block.kind) ? [block.competitorId] : [],
  );
  const competitors: ReportData['competitors'] = {};
  for (const competitorId of new Set(compared)) {
    competitors[competitorId ?? ''] = await getCompetitors(context, filters, { competitorId });
  }
  return competitors;
}

async function loadPrompts(context: Context, filters: MetricFilters): Promise<ReportPrompt[]> {
  const breakdown = await getPromptBreakdown(context, filters);
  return (await listPrompts(context, filters))
    .filter(matchesPrompt(filters))
    .flatMap(({ id, text }) => {
      const metrics = breakdown.get(id);
      return metrics && metrics.answers > 0 ? [{ ...metrics, id, text }] : [];
    })
    .sort((a, b) => (b.visibility.value ?? 0) - (a.visibility.value ?? 0));
}
