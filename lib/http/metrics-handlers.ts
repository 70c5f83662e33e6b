import type { z } from 'zod';
import { routes } from '#lib/contract/routes';
import { getAnswersPage } from '#lib/dashboard/metrics-api/answers';
import { getBreakdown } from '#lib/dashboard/metrics-api/breakdown';
import { getGapsPage } from '#lib/dashboard/metrics-api/gaps';
import { getProjectsPage, getPromptsPage } from '#lib/dashboard/metrics-api/projects';
import { getSourcesPage } from '#lib/dashboard/metrics-api/sources';
import { getSummary, getTimeSeries } from '#lib/dashboard/metrics-api/summary';
import type { HandlerInput } from '#lib/http/request-context';
import type { Context } from '#lib/service/instance/service';

/** Creates the handler of a metrics endpoint. It reads the organization's data under row-level security, as the dashboard does. */
function createMetricsHandler<Q extends z.ZodType>(
  { query: schema }: { query: Q },
  read: (context: Context, query: z.output<Q>) => Promise<object>,
) {
  return ({ service, context, query }: HandlerInput) =>
    read({ ...context, db: service.restrictedDb }, schema.parse(query));
}

/** The handlers of /v1/metrics. */
export const metricsHandlers = {
  listProjects: createMetricsHandler(routes.listProjects, getProjectsPage),
  listPrompts: createMetricsHandler(routes.listPrompts, getPromptsPage),
  getMetricsSummary: createMetricsHandler(routes.getMetricsSummary, getSummary),
  getTimeSeries: createMetricsHandler(routes.getTimeSeries, getTimeSeries),
  getBreakdown: createMetricsHandler(routes.getBreakdown, getBreakdown),
  listSources: createMetricsHandler(routes.listSources, getSourcesPage),
  listGaps: createMetricsHandler(routes.listGaps, getGapsPage),
  listAnswers: createMetricsHandler(routes.listAnswers, getAnswersPage),
};
