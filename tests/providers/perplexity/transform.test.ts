import { describe, expect, it } from 'vitest';
import { answerResultSchema } from '#lib/contract/results/assistants';
import { readPerplexityAnswer, toAnswerResult } from '#lib/providers/perplexity/transform';
import { hasRecordings, readRecordedEvents, recordingsTitleSuffix } from '../../support/recordings.ts';

function readResult(name: string) {
  const { events, isStreamed } = readRecordedEvents(`perplexity/${name}`);
  const result = toAnswerResult(readPerplexityAnswer(events, isStreamed));
  expect(answerResultSchema.parse(result)).toEqual(result);
  return result;
}

describe.skipIf(!hasRecordings)(`recorded Perplexity responses${recordingsTitleSuffix}`, () => {
  it('matches the numbers in the text with citations and search results', () => {
    const result = readResult('sonar-citations.json');
    expect(result.citationPills.map((pill) => pill.position)).toEqual([1, 3, 4, 1, 3, 1, 2, 3, 4, 3]);
    expect(result.citationPills[1]).toEqual({
      label: 'What is Ruby? - Oracle',
      citationPillId: 2,
      url: 'https://www.oracle.com/developer/what-is-ruby-for-developers/',
      domain: 'oracle.com',
      description: expect.stringMatching(/^Ruby is a scripting language designed for front- and back-end/),
      position: 3,
    });
    expect(result.sources.map(({ position, label }) => [position, label])).toEqual([
      [1, 'Ruby (programming language) - Wikipedia'],
      [2, 'Ruby Programming Language - GeeksforGeeks'],
      [3, 'What is Ruby? - Oracle'],
      [4, 'Ruby Programming Language'],
      [5, 'Why I love Ruby - DEV Community'],
      [6, 'Ruby in 100 Seconds - YouTube'],
    ]);
    expect(result.sources[0]?.url).toBe('https://en.wikipedia.org/wiki/Ruby_(programming_language)');
    expect(result.text).not.toMatch(/\[\d|\*/);
    expect(result.text).toContain('in Japan. Ruby is object-oriented—in Ruby, almost');
    expect(result.markdown).toContain('developer productivity**.[1][3][4]');
    expect(result).toMatchObject({ related_queries: [], search_model_queries: [], images: [], videos: [] });
  });

  it('reads the older format without search results', () => {
    const result = readResult('vercel-citations.json');
    expect(result.citationPills.map((pill) => pill.position)).toEqual([
      2, 3, 5, 7, 2, 3, 5, 7, 6, 1, 1, 2, 5,
    ]);
    expect(result.citationPills[0]).toEqual({
      label: 'en.wikipedia.org',
      citationPillId: 1,
      url: 'https://en.wikipedia.org/wiki/San_Francisco',
      domain: 'en.wikipedia.org',
      position: 2,
    });
    expect(result.sources.map((source) => source.label)).toEqual([
      'populationstat.com',
      'en.wikipedia.org',
      'california-demographics.com',
      'wfin.com',
      'fred.stlouisfed.org',
      'worldpopulationreview.com',
      'worldpopulationreview.com',
    ]);
    expect(result.text).toContain(
      'from authoritative U.S. data sources.\n\nRecent figures include:\n\n• 827,526 (2024',
    );
  });

  it('combines a stream that repeats its sources in every event', () => {
    const result = readResult('vercel-citations-stream.ndjson.txt');
    expect(result.markdown).toBe('The current population of **[2][3]');
    expect(result.text).toBe('The current population of');
    expect(result.citationPills.map((pill) => [pill.domain, pill.position])).toEqual([
      ['en.wikipedia.org', 2],
      ['fred.stlouisfed.org', 3],
    ]);
    expect(result.sources).toHaveLength(7);
  });

  it('treats a stream without a finish reason as transient', () => {
    const { events } = readRecordedEvents('perplexity/vercel-citations-stream.ndjson.txt');
    expect(() => readPerplexityAnswer(events.slice(0, -1), true)).toThrow(
      expect.objectContaining({ kind: 'transient' }),
    );
  });
});
