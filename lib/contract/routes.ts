import type { z } from 'zod';
import {
  answersQuerySchema,
  breakdownQuerySchema,
  gapsQuerySchema,
  projectsQuerySchema,
  promptsQuerySchema,
  sourcesQuerySchema,
  summaryQuerySchema,
  timeSeriesQuerySchema,
} from '#lib/contract/metrics/queries';
import {
  answersPageSchema,
  breakdownSchema,
  gapsSchema,
  projectsPageSchema,
  promptsPageSchema,
  sourcesSchema,
  summarySchema,
  timeSeriesSchema,
} from '#lib/contract/metrics/results';
import { type Route, serviceRoutes } from '#lib/contract/service-routes';

/** Defines an endpoint of the metrics API, which returns rows as JSON or CSV. */
function createMetricsRoute<Q extends z.ZodType, O extends z.ZodType>(
  name: string,
  summary: string,
  { query, output }: { query: Q; output: O },
) {
  return {
    method: 'GET',
    path: `/v1/metrics/${name}`,
    scope: 'read',
    summary,
    query,
    status: 200,
    output,
    hasCsv: true,
  } as const satisfies Route;
}

/**
 * Every endpoint of `/v1` by name. The instance of the dashboard serves `/v1/metrics`, even if `API_BASE_URL` names another
 * instance for the rest.
 */
export const routes = {
  ...serviceRoutes,
  listProjects: createMetricsRoute('projects', 'List projects with their brands and filter values', {
    query: projectsQuerySchema,
    output: projectsPageSchema,
  }),
  listPrompts: createMetricsRoute('prompts', 'List the active prompts of a project', {
    query: promptsQuerySchema,
    output: promptsPageSchema,
  }),
  getMetricsSummary: createMetricsRoute('summary', 'Get the metrics of every tracked brand', {
    query: summaryQuerySchema,
    output: summarySchema,
  }),
  getTimeSeries: createMetricsRoute('timeseries', 'Get the metrics of every tracked brand over time', {
    query: timeSeriesQuerySchema,
    output: timeSeriesSchema,
  }),
  getBreakdown: createMetricsRoute(
    'breakdown',
    'Get the metrics of a brand by engine, country, prompt, topic or tag',
    { query: breakdownQuerySchema, output: breakdownSchema },
  ),
  listSources: createMetricsRoute('sources', 'List the domains that answers list or cite', {
    query: sourcesQuerySchema,
    output: sourcesSchema,
  }),
  listGaps: createMetricsRoute(
    'gaps',
    'List prompts whose answers mention or cite other tracked brands but not the selected one',
    {
      query: gapsQuerySchema,
      output: gapsSchema,
    },
  ),
  listAnswers: createMetricsRoute('answers', 'List answers with their text, brands and sources', {
    query: answersQuerySchema,
    output: answersPageSchema,
  }),
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;
