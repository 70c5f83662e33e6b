import { z } from 'zod';
import { createPages } from '#scripts/mock-providers/fictional-pages';
import {
  createJsonResponse,
  formatStream,
  type MockProvider,
  type MockRequest,
  type MockResponse,
} from '#scripts/mock-providers/mock-provider';

const requestSchema = z.looseObject({
  model: z.string(),
  input: z.array(z.looseObject({ role: z.string(), content: z.string() })),
  stream: z.boolean().optional(),
});

/** Mocks xAI under `/xai`, because its endpoint `/v1/responses` is the same as OpenAI’s. */
export const mockXai: MockProvider = {
  name: 'xai',
  matches: (method, path) => method === 'POST' && /^\/xai(?:\/v1)?\/responses$/.test(path),
  parseRequest({ body }) {
    const { input } = requestSchema.parse(body);
    const findMessage = (role: string) => input.findLast((message) => message.role === role)?.content ?? '';
    return { prompt: findMessage('user'), country: /\(([A-Z]{2})\)/.exec(findMessage('system'))?.[1] ?? '' };
  },
  respond: async (call) => respond(call, call.prompt, call.country),
  failures: [
    {
      kind: 'response',
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      body: formatStream([
        { type: 'response.created', response: { object: 'response', status: 'in_progress', output: [] } },
        {
          type: 'error',
          code: 'server_error',
          message: 'Injected failure during the stream.',
          param: null,
        },
      ]),
    },
    {
      kind: 'response',
      status: 400,
      body: { code: 'invalid-argument', error: 'Injected refusal.' },
    },
  ],
};

function respond({ body }: MockRequest, prompt: string, country: string): MockResponse {
  const { model, stream: isStreamed } = requestSchema.parse(body);
  const response = createXaiResponse(model, prompt, country);
  if (!isStreamed) return createJsonResponse(response);
  const initial = { ...response, status: 'in_progress', output: [], usage: null };
  const events = [
    { type: 'response.created', response: initial },
    { type: 'response.in_progress', response: initial },
    ...response.output.map((item, output_index) => ({
      type: 'response.output_item.done',
      item,
      output_index,
    })),
    { type: 'response.completed', response },
  ];
  return { status: 200, contentType: 'text/event-stream', body: Buffer.from(formatStream(events)) };
}

function createXaiResponse(model: string, prompt: string, country: string) {
  const pages = createPages(prompt, country);
  const [first, ...rest] = pages;
  return {
    id: 'resp_kayaks',
    object: 'response',
    model,
    status: 'completed',
    error: null,
    incomplete_details: null,
    output: [
      { type: 'reasoning', id: 'rs_1', status: 'completed', summary: [], encrypted_content: 'none' },
      {
        type: 'web_search_call',
        id: 'ws_1',
        status: 'completed',
        action: {
          type: 'search',
          query: `${prompt} test`,
          sources: rest.map(({ url }) => ({ type: 'url', url })),
        },
      },
      {
        type: 'custom_tool_call',
        id: 'ctc_1',
        call_id: 'xs_1',
        name: 'x_keyword_search',
        input: JSON.stringify({ query: `${first?.kayak} lang:en`, limit: 10 }),
        status: 'completed',
      },
      createMessage(pages.map(({ url, sentence }) => ({ url, sentence }))),
    ],
    usage: { input_tokens: 900, output_tokens: 120, total_tokens: 1020, cost_in_usd_ticks: 61_000_000 },
  };
}

/** Creates a message with a sentence and a citation per page. xAI counts offsets in code points, and its citation titles are numbers. */
function createMessage(pages: { url: string; sentence: string }[]) {
  let text = '';
  const annotations = pages.map(({ url, sentence }, index) => {
    text += `${index === 0 ? '' : '\n\n'}${sentence}.`;
    const start_index = [...text].length;
    text += `[[${index + 1}]](${url})`;
    return { type: 'url_citation', url, start_index, end_index: [...text].length, title: String(index + 1) };
  });
  return {
    type: 'message',
    id: 'msg_1',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text, logprobs: [], annotations }],
  };
}
