import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { parseAnswerFilters } from '#lib/contract/filters/answer-filters';
import { countAnswers } from '#lib/dashboard/analytics/answers/count-answers';
import { listAnswers } from '#lib/dashboard/analytics/answers/list-answers';
import { countItemsByStatus } from '#lib/dashboard/analytics/answers/run-item-status';
import { getCompetitors } from '#lib/dashboard/analytics/competitors/competitors';
import { listFanOutPrompts } from '#lib/dashboard/analytics/fan-out/fan-out';
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
import { buildScope } from '#tests/dashboard/analytics/support/reference-definitions';
import { startDashboard } from '#tests/support/dashboard';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

/** Lists the links from the metrics of several pages to the answers that they count, each with that count. */
async function buildLinks(history: ProjectHistory, chosen: FilterChoice) {
  const ingested = await ingestProject(dashboard, history);
  const { context, projectId } = ingested;
  const filters = toFilters(ingested, history.compare, chosen);
  const query = formatFilters(filters, context.clock).toString();
  const linkContext = { projectId, query };
  const buildUrl = (part: Parameters<typeof getAnswersUrl>[2]) => getAnswersUrl(projectId, query, part);
  const overview = await getOverview(context, filters);
  const { headline, byEngine, byCountry, brandMetrics } = overview;
  const links: [url: string, answers: number][] = [[buildUrl({}), headline.answers]];
  for (const brandMetric of [...brandMetrics, headline]) {
    const urls = getMetricUrls(linkContext, brandMetric.brand.id);
    links.push(
      [urls.visibility, brandMetric.visibility.numerator],
      [urls.shareOfVoice, brandMetric.shareOfVoice.numerator],
      [urls.position, brandMetric.position.answers],
      [urls.firstPlace, brandMetric.firstPlace.numerator],
      [urls.citationRate, brandMetric.citationRate.numerator],
    );
  }
  const { id } = headline.brand;
  for (const { engine, answers, visibility } of byEngine) {
    links.push([buildUrl({ engine }), answers]);
    links.push([getMetricUrls(linkContext, id, { engine }).visibility, visibility.numerator]);
  }
  for (const { country, answers, visibility } of byCountry) {
    links.push([buildUrl({ country }), answers]);
    links.push([getMetricUrls(linkContext, id, { country }).visibility, visibility.numerator]);
  }
  for (const { domain, cited, listed, gap } of (await getSources(context, filters)).sources) {
    links.push(
      [buildUrl({ cites: domain }), cited.numerator],
      [buildUrl({ lists: domain }), listed.numerator],
    );
    if (gap) links.push([buildUrl({ cites: domain, missingBrand: id }), gap.numerator]);
  }
  for (const { brand, answersByPosition } of (await getCompetitors(context, filters)).positions) {
    for (const [index, answers] of answersByPosition.entries()) {
      links.push([buildUrl({ rank: { brandId: brand.id, rank: index + 1 } }), answers]);
    }
  }
  for (const { promptId, queries } of await listFanOutPrompts(context, filters)) {
    for (const { query: fanout, answers } of queries)
      links.push([buildUrl({ fanout, prompt: promptId }), answers]);
  }
  const statuses = await countItemsByStatus(context, filters);
  for (const status of ['answered', 'no_answer', 'unreadable'] as const) {
    links.push([buildUrl({ status }), statuses[status]]);
  }
  // No rollup covers these combinations, so the answers are counted one by one.
  const { currentAnswers, definition } = buildScope(history, chosen, ingested);
  for (const [brand, brandId] of ingested.brandIds.entries()) {
    const cited = currentAnswers.filter((answer) => countBrandCitations(definition, answer, brand) > 0);
    const citedOnly = cited.filter((answer) => !isMentioned(definition, answer, brand));
    links.push([buildUrl({ citesBrand: brandId, unmentioned: brandId }), citedOnly.length]);
    links.push([buildUrl({ citesBrand: brandId, mentioned: brandId }), cited.length - citedOnly.length]);
  }
  return { ingested, links };
}

test('the link of a metric lists as many answers as the metric counts', async () => {
  await fc.assert(
    fc.asyncProperty(
      historyArbitrary,
      filterChoiceArbitrary,
      fc.nat(),
      async (history, chosen, sampleOffset) => {
        const { ingested, links } = await buildLinks(history, chosen);
        const { context, projectId } = ingested;
        for (const [index, [url, answers]] of links.entries()) {
          const parameters = new URL(url, 'http://localhost').searchParams;
          const filters = parseFilters({ id: projectId, timeZone: 'UTC' }, parameters, context.clock);
          const answerFilters = parseAnswerFilters(parameters);
          const counted = await countAnswers(context, filters, answerFilters);
          expect({ url, ...counted }).toEqual({ url, answers, isLowerBound: false });
          // Listing answers is slow, so only every ninth link is checked further.
          if (index % 9 !== sampleOffset % 9) continue;
          const listed = await listAnswers(context, filters, { answerFilters, limit: 1000 });
          expect({ url, answers: listed.answers.length }).toEqual({ url, answers });
        }
      },
    ),
    { numRuns: 10, interruptAfterTimeLimit: 20_000 },
  );
});
