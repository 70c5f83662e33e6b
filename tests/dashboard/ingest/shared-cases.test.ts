import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import { getDomain } from '#lib/dashboard/analytics/sources/domain';
import { getSources } from '#lib/dashboard/analytics/sources/sources';
import { ingestAnswers } from '#lib/dashboard/ingest/ingest-answers';
import { createProject } from '#lib/dashboard/projects/project';
import { addPrompts } from '#lib/dashboard/prompts/edit-prompts';
import { startRun } from '#lib/dashboard/runs/run-store';
import { readPerplexityResponse, toAnswerResult } from '#lib/providers/perplexity/transform';
import { buildDelivery, listRunItems, receiveDelivery, startDashboard } from '#tests/support/dashboard';
import { casesTitleSuffix, hasCases, readCase } from '../../support/recordings.ts';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

const brand = z.object({ name: z.string(), domains: z.array(z.string()) });
const setupSchema = z.object({
  project: z.object({ name: z.string(), own: brand, competitors: z.array(brand) }),
  prompts: z.array(z.object({ text: z.string() })),
});
const completionSchema = z.object({
  citations: z.array(z.string()),
  choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })]),
});

/** Writes a chat completion of Perplexity as a response of its Agent API, which the product reads. */
function toAgentResponse(body: unknown) {
  const { citations, choices } = completionSchema.parse(body);
  const results = citations.map((url, index) => ({ id: index + 1, url, title: '', snippet: '' }));
  const content = [{ type: 'output_text', text: choices[0].message.content }];
  return {
    status: 'completed',
    output: [
      { type: 'search_results', results },
      { type: 'message', content },
    ],
  };
}

describe.skipIf(!hasCases)(`cases from the field${casesTitleSuffix}`, () => {
  test('u04: of three shops on one platform, only the own one is own, and a video is one page', async () => {
    const { project: setup, prompts } = setupSchema.parse(readCase('u04-hosted-platform-own/project.json'));
    const context = await dashboard.createContext();
    const project = await createProject(context, setup);
    await addPrompts(context, { projectId: project.id, prompts });
    const run = await startRun(context, {
      projectId: project.id,
      kind: 'manual',
      engines: ['answer'],
      countries: ['US'],
      samples: 1,
    });
    const response = toAgentResponse(readCase('u04-hosted-platform-own/perplexity.json'));
    const result = toAnswerResult(readPerplexityResponse([response]));
    for (const item of await listRunItems(context, run?.runId ?? '')) {
      const delivery = buildDelivery(item, { text: '' });
      await receiveDelivery(context, {
        ...delivery,
        response: { meta: { provider: 'perplexity' }, ...result },
      });
    }
    await ingestAnswers(context);
    const filters = parseFilters(project, new URLSearchParams(), context.clock);
    const { sources } = await getSources(context, filters);
    const citations = sources.map(({ domain, type, citationShare }) => [
      domain,
      type === 'own',
      citationShare.numerator,
    ]);
    expect(new Set(citations)).toEqual(
      new Set([
        ['larkwarm.myshopify.com', true, 1],
        ['another-shop.myshopify.com', false, 1],
        ['stranger.myshopify.com', false, 1],
        ['youtube.com', false, 3],
      ]),
    );
    const video = await getDomain(context, filters, { domain: 'youtube.com' });
    expect(video?.pages.pages).toHaveLength(1);
    const { headline } = await getOverview(context, filters);
    expect(headline.citationRate).toMatchObject({ numerator: 1, denominator: 1 });
    expect(headline.citationShare).toMatchObject({ numerator: 1, denominator: 6 });
  });
});
