import { z } from 'zod';
import { createPages } from '#scripts/mock-providers/fictional-pages';
import {
  createJsonResponse,
  formatStream,
  type MockCall,
  type MockProvider,
  type MockResponse,
} from '#scripts/mock-providers/mock-provider';
import { listRecordings, readRecording, selectRecording } from '#scripts/mock-providers/recordings';

/** Perplexity's models have a vendor, OpenAI's have none: their endpoint `/v1/responses` is the same. */
const vendorModel = z.looseObject({ model: z.string().regex(/^[\w.-]+\/./) });

const requestSchema = z.looseObject({
  model: z.string(),
  input: z.string(),
  stream: z.boolean().optional(),
  tools: z
    .array(z.looseObject({ user_location: z.looseObject({ country: z.string().optional() }).optional() }))
    .optional(),
});

/** Mocks Perplexity's Agent API: replays the recordings of a folder, or generates an answer if it has none. */
export function createPerplexityMock(folder: string): MockProvider {
  return {
    name: 'perplexity',
    matches: (method, path, body) =>
      method === 'POST' && /\/responses$/.test(path) && vendorModel.safeParse(body).success,
    parseRequest({ body }) {
      const { input, tools } = requestSchema.parse(body);
      const location = tools?.find((tool) => tool.user_location)?.user_location;
      return { prompt: input, country: location?.country ?? '' };
    },
    async respond(call, file) {
      if (file !== undefined) return readRecording(folder, 'perplexity', file);
      const files = await listRecordings(folder, 'perplexity');
      const recording = selectRecording('perplexity', call.prompt, call.country, files);
      return formatAnswer(
        call,
        recording === undefined
          ? createAnswer(call)
          : readAnswer(await readRecording(folder, 'perplexity', recording)),
      );
    },
    failures: [
      {
        kind: 'response',
        status: 200,
        headers: { 'content-type': 'text/event-stream' },
        body: formatStream([
          { type: 'response.created', response: { object: 'response', status: 'in_progress', output: [] } },
          { type: 'response.failed', error: { type: 'server_error', message: 'Injected failure.' } },
        ]),
      },
      {
        kind: 'response',
        status: 400,
        body: { error: { type: 'invalid_request_error', message: 'Injected refusal.', code: 400 } },
      },
    ],
  };
}

/** Mocks Perplexity's chat completions, which Perplexity retired in September 2026. */
export const mockChatCompletions: MockProvider = {
  name: 'perplexity',
  matches: (method, path) => method === 'POST' && /\/chat\/completions$/.test(path),
  parseRequest: () => ({ prompt: '', country: '' }),
  respond: async () =>
    createJsonResponse(
      {
        error: {
          message: 'Chat completions are not available. Use the Agent API.',
          type: 'chat_completions_not_available',
          code: 403,
        },
      },
      403,
    ),
};

type Answer = z.infer<typeof answerSchema>;
const answerSchema = z.looseObject({ output: z.array(z.looseObject({ type: z.string() })) });
const lastEventSchema = z.looseObject({ response: answerSchema });

/** Reads the finished response of a recorded body or stream. */
function readAnswer({ contentType, body }: MockResponse): Answer {
  const text = body.toString('utf8');
  if (contentType === 'application/json') return answerSchema.parse(JSON.parse(text));
  const last = text
    .split('\n')
    .findLast((line) => line.startsWith('data:'))
    ?.slice(5);
  return lastEventSchema.parse(JSON.parse(last ?? 'null')).response;
}

/** Sends an answer as a stream or as a body, as requested. */
function formatAnswer({ body }: MockCall, response: Answer): MockResponse {
  if (!requestSchema.parse(body).stream) return createJsonResponse(response);
  const initial = { ...response, status: 'in_progress', output: [], usage: null };
  const events = [
    { type: 'response.created', response: initial },
    { type: 'response.in_progress', response: initial },
    ...response.output.flatMap((item, output_index) => [
      ...listSearchEvents(item),
      { type: 'response.output_item.done', item, output_index },
    ]),
    { type: 'response.completed', response },
  ];
  return { status: 200, contentType: 'text/event-stream', body: Buffer.from(formatStream(events)) };
}

function listSearchEvents({ type, queries, results }: Answer['output'][number]) {
  if (type !== 'search_results') return [];
  return [
    { type: 'response.reasoning.search_queries', queries },
    { type: 'response.reasoning.search_results', results },
  ];
}

/** The results' IDs start at 4, because they are not indexes. */
const firstId = 4;

function createAnswer({ body, prompt, country }: MockCall): Answer {
  const pages = createPages(prompt, country);
  const text = pages.map(({ sentence }, index) => `${sentence}.[${firstId + index}]`).join('\n\n');
  return {
    id: 'resp_kayaks',
    object: 'response',
    model: requestSchema.parse(body).model,
    status: 'completed',
    error: null,
    incomplete_details: null,
    output: [
      {
        type: 'search_results',
        queries: [prompt, `${prompt} test`],
        results: pages.map(({ url, title, site }, index) => ({
          id: firstId + index,
          url,
          title,
          snippet: `From ${site}.`,
          source: 'web',
        })),
      },
      {
        type: 'message',
        id: 'msg_kayaks',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text, annotations: [] }],
      },
    ],
    usage: {
      input_tokens: 900,
      output_tokens: 120,
      total_tokens: 1020,
      cost: { currency: 'USD', total_cost: 0.0021 },
    },
  };
}
