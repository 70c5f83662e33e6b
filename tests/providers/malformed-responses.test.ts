import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resultSchemas } from '#lib/contract/results/by-engine';
import { readGeminiAnswer, toGenResult } from '#lib/providers/gemini/transform';
import { readResponse, toChatResult } from '#lib/providers/openai/transform';
import { readPerplexityResponse, toAnswerResult } from '#lib/providers/perplexity/transform';
import { parseEvents } from '#lib/providers/shared/parse-response';
import { ProviderError } from '#lib/providers/shared/provider';
import { listPaths, replaceAt } from '../support/json-paths.ts';
import { fixturesFolder, readRecording } from '../support/recordings.ts';

const readers = {
  openai: (text: string) => toChatResult(readResponse(parseEvents(text).events, 'OpenAI')),
  gemini: (text: string) => {
    const { events, isStreamed } = parseEvents(text);
    return toGenResult(readGeminiAnswer(events, isStreamed), new Map());
  },
  perplexity: (text: string) => toAnswerResult(readPerplexityResponse(parseEvents(text).events)),
};
const schemas = { openai: resultSchemas.chat, gemini: resultSchemas.gen, perplexity: resultSchemas.answer };
type TestedProvider = keyof typeof readers;

/** Expects a result that matches the contract, or a `ProviderError`. */
function expectResultOrProviderError(provider: TestedProvider, text: string): void {
  try {
    const result = readers[provider](text);
    expect(schemas[provider].parse(result)).toEqual(result);
    expect(result.sources.map((source) => source.position)).toEqual(
      result.sources.map((_, index) => index + 1),
    );
    for (const pill of result.citationPills ?? []) {
      expect(result.sources[pill.position - 1]?.position).toBe(pill.position);
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
  }
}

const bodies: [TestedProvider, string][] = [
  ['openai', 'openai/kayaks-utf16-offsets.json'],
  ['gemini', 'gemini/kayaks.json'],
  ['perplexity', 'perplexity/kayaks.json'],
];
const streams: [TestedProvider, string][] = [
  ['openai', 'openai/kayaks-stream.sse.txt'],
  ['gemini', 'gemini/kayaks-stream.sse.txt'],
  ['perplexity', 'perplexity/kayaks-stream.ndjson.txt'],
];
const malformedValues = [
  null,
  '',
  ' ',
  'x',
  0,
  -1,
  1e9,
  1.5,
  true,
  [],
  {},
  [null],
  'http://',
  '\ud83d',
  undefined,
];

const optionalKeys = new Set(
  'annotations action groundingMetadata queries results thought model usage'.split(' '),
);

describe('malformed responses', () => {
  it.each(bodies)('%s: either reads %s or rejects it, whichever value is replaced', (provider, name) => {
    const text = readRecording(name, fixturesFolder);
    let valueCount = 0;
    JSON.parse(text, (_, value) => {
      valueCount += 1;
      return value;
    });
    fc.assert(
      fc.property(
        // Any value except the whole body, which is counted last.
        fc.nat(valueCount - 2),
        fc.constantFrom(...malformedValues),
        (chosenIndex, malformedValue) => {
          let index = 0;
          const damaged = JSON.parse(text, (_, value) => {
            index += 1;
            return index - 1 === chosenIndex ? malformedValue : value;
          });
          expectResultOrProviderError(provider, JSON.stringify(damaged));
        },
      ),
      { numRuns: 600 },
    );
  });

  it.each(bodies)('%s: keeps the text of %s if optional fields are malformed', (provider, name) => {
    const text = readRecording(name, fixturesFolder);
    const optionalPaths = listPaths(JSON.parse(text)).filter((path) =>
      path.some((key) => optionalKeys.has(key)),
    );
    expect(optionalPaths.length).toBeGreaterThan(20);
    fc.assert(
      fc.property(
        fc.constantFrom(...optionalPaths),
        fc.constantFrom(...malformedValues),
        (path, malformedValue) => {
          const damaged = replaceAt(JSON.parse(text), path, malformedValue);
          const result = readers[provider](JSON.stringify(damaged));
          expect(schemas[provider].parse(result)).toEqual(result);
          expect(result.text).toContain('Otterline Fold 3');
        },
      ),
      { numRuns: 600 },
    );
  });

  it.each([...bodies, ...streams])(
    '%s: either reads all of %s or rejects it, wherever it is truncated',
    (provider, name) => {
      const text = readRecording(name, fixturesFolder);
      const completeResult = readers[provider](text);
      const lineEnds = [...text.matchAll(/\n/g)].map(({ index }) => index);
      const cutPositions = fc.oneof(fc.nat(text.length - 1), fc.constantFrom(0, ...lineEnds));
      fc.assert(
        fc.property(cutPositions, (length) => {
          try {
            expect(readers[provider](text.slice(0, length))).toEqual(completeResult);
          } catch (error) {
            if (!(error instanceof ProviderError)) throw error;
            expect(error.kind).toBe('transient');
          }
        }),
        { numRuns: 200 },
      );
    },
  );

  it.each([...bodies, ...streams])(
    '%s: reads %s with CRLF line endings and a byte order mark',
    (provider, name) => {
      const text = readRecording(name, fixturesFolder);
      expect(readers[provider](`\uFEFF${text.replaceAll('\n', '\r\n')}`)).toEqual(readers[provider](text));
    },
  );
});
