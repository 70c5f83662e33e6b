import type { Annotation, TrackedBrand } from '#lib/core/metric';
import { toUtcDay } from '#lib/core/time';
import { type AnswerListItem, readAnswerPage } from '#lib/dashboard/analytics/answers/list-answers';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/filter-sql';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { type EngineModel, listEngineModels } from '#lib/dashboard/analytics/filters/project-state';
import { getOverview, type OverviewData } from '#lib/dashboard/analytics/overview/overview';
import { listAnnotations } from '#lib/dashboard/annotations/annotations';
import { getProject } from '#lib/dashboard/projects/project';
import type { ReportBlock } from '#lib/dashboard/reports/report-blocks';
import type { Context } from '#lib/db/client';

/** What a tracked brand is recognized by. */
export interface BrandDefinition extends TrackedBrand {
  aliases: string[];
  domains: string[];
}

/** Everything a report shows. Plain JSON except for the instants of answers (see `frozen-report.ts`). */
export interface ReportData {
  /** When it was computed. */
  asOf: Date;
  filters: MetricFilters;
  /** The UTC day on which the project was created. */
  createdOn: string;
  brands: BrandDefinition[];
  /** Who answered recently, by engine. */
  engineLabels: Record<string, Pick<EngineModel, 'model' | 'isFictional'>>;
  annotations: Annotation[];
  overview: OverviewData;
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
    return {
      asOf: tx.clock.now(),
      filters,
      createdOn: toUtcDay(project.createdAt),
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
      engineLabels: Object.fromEntries(
        models.map(({ engine, model, isFictional }) => [engine, { model, isFictional }]),
      ),
      annotations: await listAnnotations(tx, filters),
      overview,
      quotes: Object.fromEntries(quoted.map((answer) => [answer.id, answer])),
    };
  });
}
