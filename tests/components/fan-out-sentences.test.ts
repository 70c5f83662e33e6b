import { describe, expect, test } from 'vitest';
import {
  describeMissingQueries,
  type FanOutSummaryInput,
  summarizeFanOut,
} from '#components/fan-out/fan-out-sentences';
import { buildMetric } from '#tests/support/metrics';

const buildEngine = (engine: string, withQueries: number, known: number, answers: number) => ({
  engine,
  answers,
  withReportedQueries: known,
  withSearchQueries: buildMetric(withQueries, known),
});
const reporting = buildEngine('answer', 40, 40, 40);
const silent = buildEngine('gen', 0, 0, 40);
const quiet = buildEngine('social', 0, 40, 40);
const queries = [{ query: 'best boots', answers: 20, mentioned: buildMetric(5, 20) }];

describe('summary of search queries', () => {
  const summarize = (input: FanOutSummaryInput) => summarizeFanOut(input, 'Ab');

  test('names the most frequent query and the engines, and says for how many answers queries are known', () => {
    expect(summarize({ queries, queryCount: 7, engines: [reporting, silent] })).toBe(
      '7 search queries reported by Perplexity in 40 answers. “best boots” is the most frequent; 25% of its 20 answers (11 to 47) mention Ab. Search queries are known for 40 of 80 answers.',
    );
    expect(summarize({ queries, queryCount: 7, engines: [reporting] })).not.toContain('known');
  });

  test('distinguishes engines that issued no queries from providers that do not report them', () => {
    expect(summarize({ queries: [], queryCount: 0, engines: [silent] })).toBe(
      'Search queries are not reported for these answers.',
    );
    expect(summarize({ queries: [], queryCount: 0, engines: [quiet] })).toBe(
      'No engine issued a search query in this period.',
    );
    expect(summarize({ queries: [], queryCount: 0, engines: [] })).toBe(
      'The search queries that engines issue to answer a prompt.',
    );
  });
});

test.each([
  [
    'the provider reports none',
    [silent],
    ['chat', 'social'],
    'For Gemini, the providers of these answers report no search queries, so it is unknown which ones it issued. With the current providers, search queries are reported by ChatGPT and Grok.',
  ],
  [
    'the engine issued none',
    [quiet, silent],
    null,
    'Grok issued no search queries in this period. For Gemini, the providers of these answers report no search queries, so it is unknown which ones it issued.',
  ],
  [
    'no current provider reports them',
    [silent, buildEngine('search', 0, 0, 3)],
    [],
    'For Gemini and Google Search, the providers of these answers report no search queries, so it is unknown which ones they issued. No current provider of an engine reports search queries.',
  ],
])('says that there are no search queries because %s', (_, engines, reportingEngines, expected) => {
  expect(describeMissingQueries(engines, reportingEngines)).toBe(expected);
});
