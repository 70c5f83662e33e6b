import { describe, expect, it } from 'vitest';
import { createGeminiProvider } from '#lib/providers/gemini/provider';
import { createOpenAiProvider } from '#lib/providers/openai/provider';
import {
  context,
  kayakRequest,
  startMockReplies,
  toEventStream,
} from '#tests/providers/support/mock-responses';

const { setReply, getOptions } = startMockReplies();
const queryOpenAi = (body: unknown, status?: number) => {
  setReply({ body, status });
  return createOpenAiProvider(getOptions()).query(kayakRequest, context);
};
const queryGemini = (body: unknown, status?: number) => {
  setReply({ body, status });
  return createGeminiProvider({ ...getOptions(), resolve: async () => undefined }).query(
    kayakRequest,
    context,
  );
};

describe('OpenAI', () => {
  const createMessage = (...content: object[]) => ({ type: 'message', role: 'assistant', content });
  const createResponse = (output: object[], fields: object = {}) => ({
    object: 'response',
    status: 'completed',
    model: 'gpt-5.2',
    output,
    ...fields,
  });

  it('lists pages, but not files, as sources', async () => {
    const text =
      'A boat ([a.example](https://a.example/)) and a file【1†plan.pdf】 \uE200cite\uE202turn0search3\uE201.';
    const annotations = [
      { type: 'file_citation', file_id: 'f', filename: 'plan.pdf', index: 44 },
      { type: 'container_file_citation', container_id: 'c', file_id: 'f', start_index: 0, end_index: 6 },
      { type: 'url_citation', url: 'https://a.example/', title: 'A', start_index: 7, end_index: 40 },
      { type: 'file_path', file_id: 'f', index: 1 },
    ];
    const { result } = await queryOpenAi(
      createResponse([createMessage({ type: 'output_text', text, annotations })]),
    );
    expect(result.text).toBe('A boat and a file.');
    expect(result.markdown).toBe(text);
    expect(result.sources).toMatchObject([{ url: 'https://a.example/', label: 'A', footnote: false }]);
    expect(result.citationPills).toHaveLength(1);
  });

  it('reads nested annotations, parts without a type, and missing annotations', async () => {
    const cited = { type: 'url_citation', url_citation: { url: 'https://a.example/', title: 'A' } };
    const parts = [
      { text: 'One.', annotations: [cited] },
      { type: 'output_text', text: ' Two.', annotations: null },
    ];
    const { result } = await queryOpenAi(
      createResponse([createMessage(...parts), createMessage({ type: 'output_text', text: 'Three.' })]),
    );
    expect(result).toMatchObject({ text: 'One. Two.\n\nThree.', sources: [{ label: 'A' }] });
  });

  it('returns the text of a refusal as the answer, with a note', async () => {
    const refusal = 'I can’t help with that.';
    const answer = await queryOpenAi(createResponse([createMessage({ type: 'refusal', refusal })]));
    expect(answer).toMatchObject({ result: { text: refusal }, note: 'The engine refused to answer.' });
  });

  it.each([
    [
      [createMessage({ type: 'output_text', text: 'Half a' })],
      'max_output_tokens',
      'Half a',
      /cut short: max_output_tokens/,
    ],
    [[createMessage({ type: 'output_text', text: 'Half a' })], 'content_filter', 'Half a', /content filter/],
    [[], 'content_filter', '', /content filter/],
  ])('returns the incomplete answer %j, cut short by %s, with a note', async (output, reason, text, note) => {
    const incomplete = createResponse(output, { status: 'incomplete', incomplete_details: { reason } });
    for (const body of [incomplete, toEventStream({ type: 'response.incomplete', response: incomplete })]) {
      expect(await queryOpenAi(body)).toMatchObject({ result: { text }, note: expect.stringMatching(note) });
    }
  });

  it('returns a safety refusal as an answer, whether it has status 400, status 200 or is in a stream', async () => {
    const error = {
      type: 'invalid_request_error',
      code: 'invalid_prompt',
      message: 'Invalid prompt: your prompt was flagged as potentially violating our usage policy.',
    };
    const failed = createResponse([], { status: 'failed', error });
    const bodies: [unknown, number][] = [
      [{ error }, 400],
      [failed, 200],
      [toEventStream({ type: 'response.failed', response: failed }), 200],
    ];
    for (const [body, status] of bodies) {
      const { result, raw, note } = await queryOpenAi(body, status);
      expect(result).toMatchObject({ text: '', sources: [] });
      expect(result).not.toHaveProperty('citationPills');
      expect(note).toMatch(/^The engine refused to answer: invalid_prompt, /);
      expect(JSON.stringify(raw)).toContain('invalid_prompt');
    }
  });

  it.each([
    ['only a tool call', createResponse([{ type: 'function_call', name: 'f', arguments: '{}' }])],
    ['only reasoning', createResponse([{ type: 'reasoning', summary: [] }])],
    [
      'the token limit before any text',
      createResponse([], { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }),
    ],
    ['a response in progress', createResponse([], { status: 'in_progress' })],
  ])('treats %s as transient', async (_, body) => {
    await expect(queryOpenAi(body)).rejects.toMatchObject({ kind: 'transient' });
  });

  it('counts tokens', async () => {
    const body = createResponse([createMessage({ type: 'output_text', text: 'A boat.' })], {
      usage: { total_tokens: 77 },
    });
    expect((await queryOpenAi(body)).tokens).toBe(77);
  });
});

describe('Gemini', () => {
  const createCandidate = (parts: object[] | undefined, fields: object = {}) => ({
    candidates: [{ ...(parts && { content: { role: 'model', parts } }), ...fields }],
  });

  it.each([
    ['a blocked prompt', { promptFeedback: { blockReason: 'SAFETY' } }, 'The engine gave no answer: SAFETY.'],
    [
      'a refused answer',
      createCandidate(undefined, { finishReason: 'RECITATION' }),
      'The engine gave no answer: RECITATION.',
    ],
    [
      'empty parts',
      createCandidate([], { finishReason: 'PROHIBITED_CONTENT' }),
      'The engine gave no answer: PROHIBITED_CONTENT.',
    ],
  ])('returns an empty answer with a note for %s', async (_, body, note) => {
    const answer = await queryGemini(body);
    expect(answer).toMatchObject({ result: { text: '', sources: [], citationPills: [] }, note });
    expect(answer.raw).toEqual([body]);
  });

  it('keeps the text before an early stop', async () => {
    const answer = await queryGemini(createCandidate([{ text: 'Half a' }], { finishReason: 'MAX_TOKENS' }));
    expect(answer).toMatchObject({
      result: { text: 'Half a' },
      note: 'The engine stopped early: MAX_TOKENS.',
    });
    await expect(queryGemini(createCandidate([], { finishReason: 'MAX_TOKENS' }))).rejects.toMatchObject({
      kind: 'transient',
    });
  });

  it('skips thoughts and tool parts, and reads every kind of page', async () => {
    const body = {
      ...createCandidate(
        [
          { text: 'Thinking.', thought: true },
          { executableCode: { language: 'PYTHON', code: 'print(1)' } },
          { codeExecutionResult: { output: '1' } },
          { text: 'A boat.' },
        ],
        {
          finishReason: 'STOP',
          groundingMetadata: {
            webSearchQueries: ['boat'],
            groundingChunks: [
              { maps: { uri: 'https://maps.example/?cid=1', title: 'Harbour', placeId: 'places/1' } },
              { retrievedContext: { uri: 'https://docs.example/a', title: 'Doc', text: 'A' } },
              { web: { title: 'No URL' } },
              { web: { uri: 'https://a.example/', title: 'a.example' } },
            ],
            groundingSupports: [
              { segment: { endIndex: 7, text: 'A boat.' }, groundingChunkIndices: [0, 2, 3, 9] },
              { segment: {}, groundingChunkIndices: null },
            ],
          },
          urlContextMetadata: {
            urlMetadata: [
              { retrievedUrl: 'https://opened.example/', urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_SUCCESS' },
              {
                retrievedUrl: 'https://unavailable.example/',
                urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_ERROR',
              },
            ],
          },
        },
      ),
      usageMetadata: { totalTokenCount: 42 },
    };
    const { result, tokens, note } = await queryGemini(body);
    expect(result.text).toBe('A boat.');
    expect(result.sources.map(({ label }) => label)).toEqual([
      'Harbour',
      'Doc',
      'a.example',
      'opened.example',
    ]);
    expect(result.citationPills?.map(({ position }) => position)).toEqual([1, 3]);
    expect(tokens).toBe(42);
    expect(note).toBeUndefined();
  });

  it.each([
    ['GenerateRequestsPerDayPerProjectPerModel-FreeTier', 'quota'],
    ['GenerateRequestsPerMinutePerProjectPerModel', 'transient'],
  ])('classifies a 429 for %s as %s', async (quotaId, kind) => {
    const details = [
      { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [{ quotaId }] },
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.4s' },
    ];
    const body = { error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'No.', details } };
    await expect(queryGemini(body, 429)).rejects.toMatchObject({ kind, retryAfterMs: 34_400 });
  });
});
