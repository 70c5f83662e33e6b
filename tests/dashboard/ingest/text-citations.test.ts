import { afterAll, describe, expect, test } from 'vitest';
import type { Engine } from '#lib/contract/engines';
import { parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import { ingestAnswers } from '#lib/dashboard/ingest/ingest-answers';
import { readAnswer } from '#lib/dashboard/ingest/read-answer';
import { startRun } from '#lib/dashboard/runs/run-store';
import { toOverviewResult } from '#lib/providers/serpapi/cited-answer';
import { toSearchAiResult } from '#lib/providers/serpapi/transform-answers';
import {
  buildDelivery,
  createTestProject,
  listRunItems,
  receiveDelivery,
  startDashboard,
} from '#tests/support/dashboard';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

/** Ingests the result of one run of an engine. */
async function ingestResult(engine: Engine, result: object) {
  const context = await dashboard.createContext();
  const project = await createTestProject(context, ['Which kayak is best?']);
  const run = await startRun(context, {
    projectId: project.id,
    kind: 'manual',
    engines: [engine],
    countries: ['GB'],
    samples: 1,
  });
  for (const item of await listRunItems(context, run?.runId ?? '')) {
    const delivery = buildDelivery(item, { text: '' });
    await receiveDelivery(context, { ...delivery, response: { meta: { provider: 'serpapi' }, ...result } });
  }
  await ingestAnswers(context);
  const filters = parseFilters(project, new URLSearchParams(), context.clock);
  return (await getOverview(context, filters)).headline;
}

const references = [
  { index: 0, title: 'Hulls', link: 'https://fjordwing.example/hulls', source: 'Fjordwing' },
  { index: 1, title: 'Shop', link: 'https://www.paddlemoor.example/shop', source: 'Paddlemoor' },
];

test('an AI Overview counts in citation rate', async () => {
  const overview = {
    text_blocks: [{ type: 'paragraph', snippet: 'Fjordwing hulls are dry.', reference_indexes: [0] }],
    references,
  };
  const headline = await ingestResult('overview', toOverviewResult(overview, {}));
  expect(headline).toMatchObject({
    withReportedCitations: 1,
    citationRate: { numerator: 1, denominator: 1 },
    visibility: { numerator: 1, denominator: 1 },
  });
});

test('the label of a source chip is a citation and no mention', async () => {
  const answer = {
    text_blocks: [
      {
        type: 'list',
        list: [
          {
            snippet: 'Dry the hull before you store it. Fjordwing +1',
            snippet_links: [{ text: 'Fjordwing +1', link: 'https://fjordwing.example/hulls' }],
          },
          { snippet: 'Pack it loosely. Paddlemoor' },
        ],
      },
    ],
    references,
  };
  const headline = await ingestResult('searchai', toSearchAiResult(answer, 'GB'));
  expect(headline).toMatchObject({
    citationRate: { numerator: 1, denominator: 1 },
    visibility: { numerator: 0, denominator: 1 },
  });
});

describe('a result without citations', () => {
  const source = { position: 1, url: 'https://a.example/x', label: 'A' };
  const readCited = (fields: object, engine: Engine = 'overview') => {
    const { citedUrls, hasReportedCitations } = readAnswer(engine, {
      text: 'Hi',
      sources: [source],
      ...fields,
    });
    return { citedUrls, hasReportedCitations };
  };

  test('has those of the links in its Markdown, which earlier releases and other services do not report', () => {
    const cited = { citedUrls: [source.url], hasReportedCitations: true };
    for (const engine of ['overview', 'social', 'gen'] as const) {
      expect(readCited({ markdown: `Hi ([a.example](${source.url})).` }, engine)).toEqual(cited);
      expect(readCited({ markdown: `Hi ([a.example](${source.url})).`, citationPills: [] }, engine)).toEqual(
        cited,
      );
    }
  });

  test('has none if it says so, and unknown ones otherwise', () => {
    expect(readCited({ markdown: 'Hi.', citationPills: [] })).toEqual({
      citedUrls: [],
      hasReportedCitations: true,
    });
    expect(readCited({ markdown: 'Hi.' })).toEqual({ citedUrls: [], hasReportedCitations: false });
    expect(readCited({})).toEqual({ citedUrls: [], hasReportedCitations: false });
  });
});
