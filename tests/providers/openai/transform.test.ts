import { describe, expect, it } from 'vitest';
import { chatResultSchema } from '#lib/contract/results/chat';
import { readResponse, toChatResult } from '#lib/providers/openai/transform';
import { hasRecordings, readRecordedEvents, recordingsTitleSuffix } from '../../support/recordings.ts';

function readResult(name: string) {
  const result = toChatResult(readResponse(readRecordedEvents(`openai/${name}`).events, 'OpenAI'));
  expect(chatResultSchema.parse(result)).toEqual(result);
  return result;
}

describe.skipIf(!hasRecordings)(`recorded OpenAI responses${recordingsTitleSuffix}`, () => {
  it('reads ten citations of seven pages among sixteen sources', () => {
    const result = readResult('vercel-websearch.json');
    expect(result.citationPills?.map((pill) => pill.position)).toEqual([1, 2, 3, 4, 5, 1, 6, 2, 7, 4]);
    expect(result.citationPills?.map((pill) => pill.citationPillId)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(result.citationPills?.[2]).toEqual({
      label: '5 Things to Know Before the Stock Market Opens',
      citationPillId: 3,
      url: 'https://www.investopedia.com/5-things-to-know-before-the-stock-market-opens-december-5-2025-11862701',
      domain: 'investopedia.com',
      position: 3,
      type: 'searchResult',
    });
    expect(result.sources.map((source) => new URL(source.url).hostname)).toEqual([
      'www.theverge.com',
      'techstartups.com',
      'www.investopedia.com',
      'vercel.com',
      'www.sentinelone.com',
      'www.wired.com',
      'www.bloomberg.com',
      'www.barrons.com',
      'www.investors.com',
      'www.investing.com',
      'www.finsmes.com',
      'www.nasdaq.com',
      'www.mexc.com',
      'www.theinformation.com',
      'www.mexc.com',
      'www.aol.com',
    ]);
    expect(result.sources.map((source) => source.footnote)).toEqual([
      ...Array<boolean>(7).fill(false),
      ...Array<boolean>(9).fill(true),
    ]);
    expect(result.sources.map((source) => source.position)).toEqual(
      result.sources.map((_, index) => index + 1),
    );
    expect(result.searchQueries).toEqual(['tech news today December 5 2025']);
    expect(result.model).toBe('gpt-5-mini-2025-08-07');
  });

  it('removes citations from the text and keeps them in the Markdown', () => {
    const result = readResult('vercel-websearch.json');
    expect(result.text).not.toMatch(/\]\(|https?:|theverge\.com|utm_source|\(\)/);
    expect(result.text).toContain('(discussion and analysis on The Vergecast).\n• The EU opened');
    expect(result.text).toContain(
      'positioning the company as AI/cloud-focused. (see company blog + news coverage).',
    );
    expect(result.markdown).toContain(
      '([sentinelone.com](https://www.sentinelone.com/vulnerability-database/cve-2025-49826/?utm_source=openai))',
    );
  });

  it('combines the fields `query` and `queries` without duplicates', () => {
    const result = readResult('gpt52-websearch-2queries.json');
    expect(result.searchQueries).toEqual([
      'latest stable Ruby version',
      'Ruby releases stable version latest ruby-lang.org',
    ]);
    expect(result.text).toBe('The latest stable Ruby (MRI/CRuby) version is Ruby 4.0.6.');
    expect(result.sources).toEqual([
      {
        position: 1,
        url: 'https://www.ruby-lang.org/en/downloads/',
        label: 'Download Ruby | Ruby',
        footnote: false,
      },
    ]);
    expect(result.citationPills).toHaveLength(1);
    expect(result.model).toBe('gpt-5.2-2025-12-11');
  });

  it('removes utm_source from URLs and keeps their other parameters', () => {
    const result = readResult('prism-websearch-citations.json');
    const url =
      'https://www.metcheck.com/WEATHER/dayforecast.asp?dateFor=07%2F06%2F2025&lat=51.508500&location=London&locationID=2364784&lon=-0.125700';
    expect(result.sources.map((source) => source.url)).toEqual([url]);
    expect(result.citationPills?.[0]).toMatchObject({ url, domain: 'metcheck.com', position: 1 });
    expect(result.text).toContain('Weather for London, Greater London, United Kingdom:\n');
    expect(result.text).toContain('• 3:00\u202fPM: 77°F (25°C), Intermittent clouds\n');
    expect(result.text).toContain('chances of precipitation throughout the day.\n\nPlease note');
    expect(result.searchQueries).toEqual(['London weather forecast today']);
  });

  it.each(['gpt5-websearch-stream.sse.txt', 'gpt5-websearch-weather.json'])(
    '%s: returns the search query of an answer without citations',
    (name) => {
      const result = readResult(name);
      expect(result.searchQueries).toEqual(['weather: San Francisco, CA']);
      expect(result.sources).toEqual([]);
      expect(result.citationPills).toEqual([]);
      expect(result.model).toBe('gpt-5-2025-08-07');
      expect(result.text).toMatch(/\(Tuesday, September 16, 2025\).*58°F/);
    },
  );

  it('reads the whole text of a stream', () => {
    expect(readResult('gpt5-websearch-stream.sse.txt').text).toBe(
      'San Francisco weather today (Tuesday, September 16, 2025): Mostly sunny and pleasant. Current conditions around 71°F; expected high near 73°F and low around 58°F. A light jacket is useful for the cooler evening.',
    );
  });

  it('reports an exhausted quota inside a stream with status 200', () => {
    const { events } = readRecordedEvents('openai/error-stream.ndjson.txt');
    expect(() => readResponse(events, 'OpenAI')).toThrow(
      expect.objectContaining({ kind: 'quota', message: expect.stringContaining('insufficient_quota') }),
    );
  });

  it('treats a stream that ends before response.completed as a transient error', () => {
    const { events } = readRecordedEvents('openai/gpt5-websearch-stream.sse.txt');
    for (let length = 1; length < events.length; length += 1) {
      expect(() => readResponse(events.slice(0, length), 'OpenAI')).toThrow(
        expect.objectContaining({ kind: 'transient' }),
      );
    }
  });
});
