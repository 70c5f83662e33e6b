import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { countAnswers } from '#lib/dashboard/analytics/answers/count-answers';
import { listAnswers } from '#lib/dashboard/analytics/answers/list-answers';
import { countObservations } from '#lib/dashboard/analytics/answers/observations';
import { getCompetitors } from '#lib/dashboard/analytics/competitors/competitors';
import { listFanOutPrompts } from '#lib/dashboard/analytics/fan-out/fan-out';
import { parseAnswerFilters } from '#lib/dashboard/analytics/filters/answer-filters';
import { formatFilters, parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import { getSources } from '#lib/dashboard/analytics/sources/sources';
import { getAnswersUrl, getMetricUrls } from '#lib/format/answer-links';
import {
  type FilterChoice,
  filterChoiceArbitrary,
  historyArbitrary,
  type ProjectHistory,
} from '#tests/dashboard/analytics/support/generated-answers';
import { ingestProject, toFilters } from '#tests/dashboard/analytics/support/ingest-project';
import { countBrandCitations, isMentioned } from '#tests/dashboard/analytics/support/reference-answers';
import { buildScope } from '#tests/dashboard/analytics/support/reference-metrics';
import { startDashboard } from '#tests/support/dashboard';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

/** Lists the links of every page from a metric to the answers it counts, each with that count. */
async function buildLinks(history: ProjectHistory, chosen: FilterChoice) {
  const ingested = await ingestProject(dashboard, history);
  const { context, projectId } = ingested;
  const filters = toFilters(ingested, history.compare, chosen);
  const query = formatFilters(filters, context.clock).toString();
  const view = { projectId, query };
  const to = (part: Parameters<typeof getAnswersUrl>[2]) => getAnswersUrl(projectId, query, part);
  const facts = await getOverview(context, filters);
  const { headline, byEngine, byCountry, brandMetrics } = facts;
  const links: [address: string, answers: number][] = [[to({}), headline.answers]];
  for (const brandMetric of [...brandMetrics, headline]) {
    const own = getMetricUrls(view, brandMetric.brand.id);
    links.push(
      [own.visibility, brandMetric.visibility.numerator],
      [own.shareOfVoice, brandMetric.shareOfVoice.numerator],
      [own.position, brandMetric.position.answers],
      [own.firstPlace, brandMetric.firstPlace.numerator],
      [own.citationRate, brandMetric.citationRate.numerator],
    );
  }
  const { id } = headline.brand;
  for (const { engine, answers, visibility } of byEngine) {
    links.push([to({ engine }), answers]);
    links.push([getMetricUrls(view, id, { engine }).visibility, visibility.numerator]);
  }
  for (const { country, answers, visibility } of byCountry) {
    links.push([to({ country }), answers]);
    links.push([getMetricUrls(view, id, { country }).visibility, visibility.numerator]);
  }
  for (const { domain, cited, listed, gap } of (await getSources(context, filters)).sources) {
    links.push([to({ cites: domain }), cited.numerator], [to({ lists: domain }), listed.numerator]);
    if (gap) links.push([to({ cites: domain, gap: id }), gap.numerator]);
  }
  for (const { brand, answersByPosition } of (await getCompetitors(context, filters)).positions) {
    for (const [at, answers] of answersByPosition.entries()) {
      links.push([to({ rank: { brandId: brand.id, rank: at + 1 } }), answers]);
    }
  }
  for (const { promptId, queries } of await listFanOutPrompts(context, filters)) {
    for (const { query: fanout, answers } of queries) links.push([to({ fanout, prompt: promptId }), answers]);
  }
  const statuses = await countObservations(context, filters);
  for (const status of ['answered', 'no_answer', 'unreadable'] as const) {
    links.push([to({ status }), statuses[status]]);
  }
  // No rollup counts these together, so that each answer is looked at.
  const { now, definition } = buildScope(history, chosen, ingested);
  for (const [brand, brandId] of ingested.brandIds.entries()) {
    const cited = now.filter((one) => countBrandCitations(definition, one, brand) > 0);
    const ghosts = cited.filter((one) => !isMentioned(definition, one, brand));
    links.push([to({ owned: brandId, unnamed: brandId }), ghosts.length]);
    links.push([to({ owned: brandId, named: brandId }), cited.length - ghosts.length]);
  }
  return { ingested, links };
}

test('the link of a metric lists exactly the answers it counts', async () => {
  await fc.assert(
    fc.asyncProperty(historyArbitrary, filterChoiceArbitrary, fc.nat(), async (history, chosen, lot) => {
      const { ingested, links } = await buildLinks(history, chosen);
      const { context, projectId } = ingested;
      for (const [at, [address, answers]] of links.entries()) {
        const parameters = new URL(address, 'http://here').searchParams;
        const filters = parseFilters(projectId, parameters, context.clock);
        const answerFilters = parseAnswerFilters(parameters);
        const counted = await countAnswers(context, filters, answerFilters);
        expect({ address, ...counted }).toEqual({ address, answers, atLeast: false });
        if (at % 9 !== lot % 9) continue;
        const shown = await listAnswers(context, filters, { answerFilters, limit: 1000 });
        expect({ address, answers: shown.answers.length }).toEqual({ address, answers });
      }
    }),
    { numRuns: 10, interruptAfterTimeLimit: 20_000 },
  );
});
