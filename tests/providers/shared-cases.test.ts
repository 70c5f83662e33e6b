import { afterAll, describe, expect, it } from 'vitest';
import { systemClock } from '#lib/core/time';
import { readGeminiAnswer, toGenResult } from '#lib/providers/gemini/transform';
import { readResponse, toChatResult } from '#lib/providers/openai/transform';
import { readPerplexityResponse, toAnswerResult } from '#lib/providers/perplexity/transform';
import { toOverviewResult } from '#lib/providers/serpapi/cited-answer';
import { createSerpApiProvider } from '#lib/providers/serpapi/provider';
import { toSearchAiResult } from '#lib/providers/serpapi/transform-answers';
import { toSocialResult } from '#lib/providers/xai/transform';
import { startMockProviders } from '#scripts/mock-providers/server';
import {
  casesTitleSuffix,
  fixturesFolder,
  hasCases,
  hasRecordings,
  readCase,
  readRecordedEvents,
  recordingsTitleSuffix,
} from '../support/recordings.ts';

const getOverview = (body: unknown) => (body as { ai_overview?: unknown }).ai_overview;

describe.skipIf(!hasCases)(`cases from the field${casesTitleSuffix}`, () => {
  it('p01: links in the text of AI Mode are two citations', () => {
    const body = readCase('p01-serpapi-inline-links/serpapi.google_ai_mode.json');
    const { citationPills, sources } = toSearchAiResult(body, 'US');
    expect(citationPills?.map(({ position }) => position)).toEqual([1, 2]);
    expect(sources).toHaveLength(3);
  });

  it('p02: source chips are citations, not mentions', () => {
    const body = readCase('p02-serpapi-chip-label/serpapi.google_ai_mode.json');
    const { text, markdown, citationPills } = toSearchAiResult(body, 'GB');
    expect(`${text}${markdown}`).not.toMatch(/Harbourlane Travel|Quaypost/);
    expect(citationPills?.map(({ domain }) => domain)).toEqual(['harbourlane.test', 'quaypost.test']);
  });

  it('p03: an AI Overview has two citations', () => {
    const body = readCase('p03-overview-citations/serpapi.google.json');
    const { citationPills } = toOverviewResult(getOverview(body), body);
    expect(citationPills?.map(({ domain }) => domain)).toEqual(['larkwarm.test', 'shedly.test']);
  });

  it('p05: links of an answer of OpenAI without annotations are two citations', () => {
    const body = readCase('p05-openai-no-annotations/openai.json');
    const { text, citationPills, sources } = toChatResult(readResponse([body], 'OpenAI'));
    expect(citationPills?.map(({ domain }) => domain)).toEqual(['larkwarm.test', 'shedly.test']);
    expect(sources.map(({ footnote }) => footnote)).toEqual([false, false]);
    expect(text).toBe('A ceramic heater is enough for most sheds.\n\n• Shedly Pro – frost protection.');
  });

  it('p09: sources in the text of Gemini are three sources, labeled by their domains', () => {
    const body = readCase('p09-gemini-inline-sources-list/gemini.json');
    const { sources, citationPills } = toGenResult(readGeminiAnswer([body], false), new Map());
    const domains = ['larkwarm.test', 'shedly.test', 'youtube.com'];
    expect(sources.map(({ label }) => label)).toEqual(domains);
    expect(citationPills?.map(({ domain }) => domain)).toEqual(domains);
  });
});

describe.skipIf(!hasCases)(`a promised overview${casesTitleSuffix}`, async () => {
  const folder = 'p04-overview-fully-empty/';
  let requests = 0;
  const mockServer = await startMockProviders({
    folder: fixturesFolder,
    getBehavior: ({ query }) => {
      const isOverview = query.get('engine') === 'google_ai_overview';
      if (isOverview) requests += 1;
      const file = isOverview
        ? `serpapi.google_ai_overview${requests === 1 ? '.1' : ''}.json`
        : 'serpapi.google.json';
      return { kind: 'response', status: 200, body: readCase(folder + file) };
    },
  });
  afterAll(() => mockServer.close());

  it('p04: is requested again if it arrives empty', async () => {
    const options = { apiKey: 'a key', baseUrl: mockServer.url, overviewWaitsMs: [0, 0] };
    const { result } = await createSerpApiProvider('overview', options).query(
      { prompt: 'p04', country: 'US', include: {} },
      { signal: new AbortController().signal, clock: systemClock },
    );
    expect(result.text).toBe('On the second try the overview is there.');
    expect(result.citationPills).toHaveLength(1);
    expect(requests).toBe(2);
  });
});

/** Citations of each recorded answer, counted by hand: links and markers in its text, and pages that only its structure cites. */
const citationCounts: Record<string, number> = {
  'openai/gpt5-websearch-stream.sse.txt': 0,
  'openai/gpt5-websearch-weather.json': 0,
  'openai/gpt52-websearch-2queries.json': 1,
  'openai/prism-websearch-citations.json': 1,
  'openai/vercel-websearch.json': 10,
  // A passage with three pages.
  'gemini/gemini25-flash-short.json': 3,
  // Eight passages, one of them with two pages.
  'gemini/gemini25-pro-weather-stream.sse.txt': 9,
  'gemini/blocked-prompt-model-armor.json': 0,
  'perplexity/agent-fast-websearch.json': 1,
  'xai/grok43-websearch-cited.json': 1,
  // Five annotations without a place; the text has no link.
  'xai/vercel-websearch-stream.ndjson.txt': 5,
};
/** The reader of each provider's events, with the links and markers in the text removed if `withoutStructure`. */
const readers: Record<string, (events: unknown[]) => { citationPills?: readonly unknown[] | undefined }> = {
  openai: (events) => toChatResult(readResponse(events, 'OpenAI')),
  gemini: (events) => toGenResult(readGeminiAnswer(events, events.length > 1), new Map()),
  perplexity: (events) => toAnswerResult(readPerplexityResponse(events)),
  xai: (events) => toSocialResult(readResponse(events, 'xAI')),
};
/** Citations that are links in the text, counted by hand: those that remain if the structure is lost. */
const linkCounts: Record<string, number> = {
  'openai/gpt52-websearch-2queries.json': 1,
  'openai/prism-websearch-citations.json': 1,
  'openai/vercel-websearch.json': 10,
  'xai/grok43-websearch-cited.json': 1,
};
const structures = new Set(['annotations', 'groundingSupports', 'groundingChunks']);
const withoutStructure = (events: unknown[]) =>
  JSON.parse(JSON.stringify(events), (key, value) => (structures.has(key) ? [] : value));

describe.skipIf(!hasRecordings)(`recorded answers${recordingsTitleSuffix}`, () => {
  it.each(Object.entries(citationCounts))('%s has %i citations', (file, count) => {
    const { events } = readRecordedEvents(file);
    expect(readers[file.split('/')[0] ?? '']?.(events).citationPills).toHaveLength(count);
  });

  it.each(Object.entries(linkCounts))(
    '%s has %i citations without the structure of the provider',
    (file, count) => {
      const { events } = readRecordedEvents(file);
      expect(readers[file.split('/')[0] ?? '']?.(withoutStructure(events)).citationPills).toHaveLength(count);
    },
  );
});
