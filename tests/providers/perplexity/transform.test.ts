import { describe, expect, it } from 'vitest';
import { answerResultSchema } from '#lib/contract/results/assistants';
import { readPerplexityResponse, readUsage, toAnswerResult } from '#lib/providers/perplexity/transform';
import { hasRecordings, readRecording, recordingsTitleSuffix } from '../../support/recordings.ts';

interface RecordedResult {
  url: string;
  title: string;
  snippet: string;
}

describe.skipIf(!hasRecordings)(`a recorded response of the Agent API${recordingsTitleSuffix}`, () => {
  it('is read completely', () => {
    const body = JSON.parse(readRecording('perplexity/agent-fast-websearch.json'));
    const results: RecordedResult[] = body.output[0].results;
    const response = readPerplexityResponse([body]);
    const result = toAnswerResult(response);
    expect(answerResultSchema.parse(result)).toEqual(result);
    expect(result).toEqual({
      text: 'The official TypeScript website is typescriptlang.org; TypeScript is a strongly typed programming language that builds on JavaScript with syntax for types.',
      markdown:
        'The official TypeScript website is **typescriptlang.org**; TypeScript is a strongly typed programming language that builds on JavaScript with syntax for types.[7]',
      model: 'openai/gpt-6-luna',
      sources: results.map(({ url, title, snippet }, index) => ({
        position: index + 1,
        url,
        label: title,
        description: snippet,
      })),
      citationPills: [
        {
          label: 'TypeScript: JavaScript With Syntax For Types.',
          citationPillId: 1,
          url: 'https://www.typescriptlang.org/',
          domain: 'typescriptlang.org',
          description: expect.stringMatching(
            /^TypeScript: JavaScript With Syntax For Types\.\n# TypeScript is/,
          ),
          position: 7,
        },
      ],
      search_model_queries: [
        {
          query:
            'Find the official TypeScript website and describe TypeScript in one sentence with a citation.',
        },
      ],
    });
    expect(result.sources).toHaveLength(10);
    expect(readUsage(response)).toEqual({ tokens: 3043, costDollars: 0.00119 });
  });
});
