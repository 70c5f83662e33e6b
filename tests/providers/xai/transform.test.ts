import { describe, expect, it } from 'vitest';
import { socialResultSchema } from '#lib/contract/results/assistants';
import { readResponse } from '#lib/providers/openai/transform';
import { toSocialResult } from '#lib/providers/xai/transform';
import { hasRecordings, readRecordedEvents, recordingsTitleSuffix } from '../../support/recordings.ts';

function readResult(name: string) {
  const result = toSocialResult(readResponse(readRecordedEvents(`xai/${name}`).events, 'xAI'));
  expect(socialResultSchema.parse(result)).toEqual(result);
  return result;
}

describe.skipIf(!hasRecordings)(`recorded xAI responses${recordingsTitleSuffix}`, () => {
  it('removes citation markers from the text and lists cited pages before others', () => {
    const result = readResult('grok43-websearch-cited.json');
    expect(result.model).toBe('grok-4.3');
    expect(result.searchQueries).toEqual([
      'latest stable Ruby version',
      'Ruby latest release site:ruby-lang.org',
    ]);
    expect(result.text).toContain('The latest stable Ruby version is 4.0.6 (released July 14, 2026).\n\n');
    expect(result.text).not.toContain('[');
    expect(result.markdown).toContain('2026).[[1]](https://www.ruby-lang.org/en/downloads/)');
    expect(result.sources).toHaveLength(12);
    expect(result.sources[0]).toMatchObject({
      position: 1,
      url: 'https://www.ruby-lang.org/en/downloads/',
      label: 'ruby-lang.org',
    });
  });

  it('reads an older stream, with search queries in tool-call arguments and citations without text offsets', () => {
    const result = readResult('vercel-websearch-stream.ndjson.txt');
    expect(result.model).toBe('grok-4-fast-reasoning');
    expect(result.searchQueries).toEqual(['what is xAI']);
    expect(result.sources.map(({ url }) => url)).toEqual([
      'https://en.wikipedia.org/wiki/XAI_%28company%29',
      'https://x.ai/company',
      'https://www.ibm.com/think/topics/explainable-ai',
      'https://www.owkin.com/a-z-of-ai-for-healthcare/xai',
      'https://x.ai/',
    ]);
    expect(result.text).toContain('• Founders and Team: Led by Elon Musk');
  });
});
