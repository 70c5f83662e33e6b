import { describe, expect, it } from 'vitest';
import { genResultSchema } from '#lib/contract/results/assistants';
import { readGeminiAnswer, toGenResult } from '#lib/providers/gemini/transform';
import { hasRecordings, readRecordedEvents, recordingsTitleSuffix } from '../../support/recordings.ts';

const readStream = (events: unknown[]) => readGeminiAnswer(events, true);

function read(name: string, resolved = new Map<string, string>()) {
  const result = toGenResult(readStream(readRecordedEvents(`gemini/${name}`).events), resolved);
  expect(genResultSchema.parse(result)).toEqual(result);
  return result;
}

describe.skipIf(!hasRecordings)(`recorded Gemini responses${recordingsTitleSuffix}`, () => {
  it('creates one citationPillId per passage, and one entry of citationPills per page that the passage cites', () => {
    const result = read('gemini25-flash-short.json');
    expect(result.text).toBe('The latest stable version of Ruby is 4.0.6.');
    expect(result.sources.map(({ position, label }) => [position, label])).toEqual([
      [1, 'ruby-lang.org'],
      [2, 'wikipedia.org'],
      [3, 'github.com'],
    ]);
    expect(
      result.citationPills?.map(({ citationPillId, position, domain, description }) => [
        citationPillId,
        position,
        domain,
        description,
      ]),
    ).toEqual([
      [1, 1, 'ruby-lang.org', '6.'],
      [1, 2, 'wikipedia.org', '6.'],
      [1, 3, 'github.com', '6.'],
    ]);
  });

  it('replaces resolved redirects and keeps the others', () => {
    const redirects = read('gemini25-flash-short.json').sources.map((source) => source.url);
    const result = read(
      'gemini25-flash-short.json',
      new Map([[redirects[1] ?? '', 'https://en.wikipedia.org/wiki/Ruby']]),
    );
    expect(result.sources.map((source) => source.url)).toEqual([
      redirects[0],
      'https://en.wikipedia.org/wiki/Ruby',
      redirects[2],
    ]);
    expect(result.citationPills?.map((pill) => pill.domain)).toEqual([
      'ruby-lang.org',
      'en.wikipedia.org',
      'github.com',
    ]);
  });

  it('reads grounding from the last event', () => {
    const result = read('gemini25-pro-weather-stream.sse.txt');
    expect(result.text.split('\n\n')).toHaveLength(5);
    expect(result.text).toMatch(
      /^Weather in San Francisco is Mild and Partly Cloudy Today\n\nSan Francisco, CA - Today's/,
    );
    expect(result.markdown).toMatch(/^### Weather in San Francisco/);
    expect(result.sources.map((source) => source.label)).toEqual([
      'Weather information for San Francisco, CA, US',
      'timeanddate.com',
      'weather.gov',
      'wunderground.com',
      'accuweather.com',
    ]);
    expect(result.citationPills?.map((pill) => [pill.citationPillId, pill.position])).toEqual([
      [1, 1],
      [2, 2],
      [3, 1],
      [4, 3],
      [5, 4],
      [6, 3],
      [7, 5],
      [7, 2],
      [8, 1],
    ]);
    expect(result.citationPills?.map((pill) => pill.domain).slice(0, 2)).toEqual([
      'google.com',
      'timeanddate.com',
    ]);
  });

  it('finds passages by byte offsets', () => {
    const { events } = readRecordedEvents('gemini/gemini25-pro-weather-stream.sse.txt');
    const passages = readStream(events).passages.map((passage) => passage.text);
    const withoutText = JSON.parse(JSON.stringify(events), (key, value) => {
      if (key !== 'segment') return value;
      return { startIndex: value.startIndex, endIndex: value.endIndex };
    });
    expect(passages[0]).toContain('69°F (21°C)');
    expect(readStream(withoutText).passages.map((passage) => passage.text)).toEqual(passages);
  });

  it('treats a blocked prompt as an empty answer', () => {
    expect(read('blocked-prompt-model-armor.json')).toEqual({
      text: '',
      markdown: '',
      sources: [],
      citationPills: [],
    });
  });

  it('treats a stream without a finish reason as transient', () => {
    const { events } = readRecordedEvents('gemini/gemini25-pro-weather-stream.sse.txt');
    expect(() => readStream(events.slice(0, -1))).toThrow(expect.objectContaining({ kind: 'transient' }));
  });
});
