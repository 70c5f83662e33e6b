import { z } from 'zod';
import {
  createJsonResponse,
  type MockProvider,
  type MockRequest,
} from '#scripts/mock-providers/mock-provider';

const openAiBody = z.looseObject({
  input: z.array(z.looseObject({ role: z.string(), content: z.string() })),
  text: z.looseObject({ format: z.looseObject({ type: z.literal('json_schema') }) }),
});
const geminiBody = z.looseObject({
  contents: z.array(z.looseObject({ parts: z.array(z.looseObject({ text: z.string() })) })),
  generationConfig: z.looseObject({ responseJsonSchema: z.looseObject({}) }),
});
const itemsSchema = z.looseObject({
  items: z.array(z.looseObject({ id: z.int(), brand: z.string(), sentence: z.string() })),
});

/**
 * Mocks of language models that return JSON in the schema of a request. They classify sentences by a few English words.
 */
export const mockStructuredOutputs: MockProvider[] = [
  createMock('xai', /^\/xai(?:\/v1)?\/responses$/, openAiBody, readOpenAiInput, toOpenAiBody),
  createMock('openai', /\/responses$/, openAiBody, readOpenAiInput, toOpenAiBody),
  createMock('gemini', /\/models\/[^/]+:generateContent$/, geminiBody, readGeminiInput, toGeminiBody),
];

function createMock<S extends z.ZodType>(
  name: MockProvider['name'],
  path: RegExp,
  schema: S,
  readInput: (body: z.output<S>) => string,
  toBody: (text: string, tokens: { input: number; output: number }) => object,
): MockProvider {
  const read = ({ body }: Pick<MockRequest, 'body'>) => readInput(schema.parse(body));
  return {
    name,
    matches: (method, requestPath, body) =>
      method === 'POST' && path.test(requestPath) && schema.safeParse(body).success,
    parseRequest: (request) => ({ prompt: read(request), country: '' }),
    respond: async (call) => {
      const text = classify(read(call));
      // A token has about four characters.
      return createJsonResponse(toBody(text, { input: read(call).length >> 2, output: text.length >> 2 }));
    },
  };
}

function readOpenAiInput({ input }: z.output<typeof openAiBody>): string {
  return input.findLast(({ role }) => role === 'user')?.content ?? '';
}

function readGeminiInput({ contents }: z.output<typeof geminiBody>): string {
  return contents.flatMap(({ parts }) => parts.map(({ text }) => text)).join('');
}

function toOpenAiBody(text: string, tokens: { input: number; output: number }): object {
  return {
    object: 'response',
    status: 'completed',
    output: [
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text, annotations: [] }] },
    ],
    usage: { input_tokens: tokens.input, output_tokens: tokens.output },
  };
}

function toGeminiBody(text: string, tokens: { input: number; output: number }): object {
  return {
    candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: tokens.input, candidatesTokenCount: tokens.output },
  };
}

/** Words that determine the sentiment, each with its aspect. */
const words: readonly [RegExp, 'positive' | 'negative', string][] = [
  [/\b(?:cheap|affordable|great value)\b/i, 'positive', 'price'],
  [/\b(?:expensive|overpriced)\b/i, 'negative', 'price'],
  [/\b(?:excellent|durable|well built)\b/i, 'positive', 'quality'],
  [/\b(?:poor|flimsy|breaks)\b/i, 'negative', 'quality'],
  [/\b(?:friendly support|helpful)\b/i, 'positive', 'support'],
  [/\b(?:slow support|unhelpful)\b/i, 'negative', 'support'],
  [/\b(?:stable|safe)\b/i, 'positive', 'safety'],
  [/\b(?:unsafe|tips over)\b/i, 'negative', 'safety'],
  [/\b(?:best|recommended|popular|trusted)\b/i, 'positive', 'reputation'],
];

function classify(input: string): string {
  const results = itemsSchema.parse(JSON.parse(input)).items.map(({ id, sentence }) => {
    const found = words.filter(([pattern]) => pattern.test(sentence));
    const balance = found.reduce((sum, [, sentiment]) => sum + (sentiment === 'positive' ? 1 : -1), 0);
    return {
      id,
      sentiment: balance === 0 ? 'neutral' : balance > 0 ? 'positive' : 'negative',
      aspects: found.map(([, sentiment, aspect]) => ({ aspect, sentiment })),
    };
  });
  return JSON.stringify({ results });
}
