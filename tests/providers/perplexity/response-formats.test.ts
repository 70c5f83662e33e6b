import { describe, expect, it } from 'vitest';
import { createPerplexityProvider } from '#lib/providers/perplexity/provider';
import {
  context,
  kayakRequest,
  startMockReplies,
  toEventStream,
} from '#tests/providers/support/mock-responses';

const { setReply, getOptions } = startMockReplies();
const queryPerplexity = (body: unknown) => {
  setReply({ body });
  return createPerplexityProvider(getOptions()).query(kayakRequest, context);
};

const toMessage = (text: string) => ({ type: 'message', content: [{ type: 'output_text', text }] });
const toResult = (id: unknown, page: string) => ({
  id,
  url: `https://${page}.example/`,
  title: page,
  snippet: null,
});
const toSearch = (queries: unknown, ...results: object[]) => ({ type: 'search_results', queries, results });
const toBody = (...output: object[]) => ({ object: 'response', status: 'completed', output });
const started = { type: 'response.created', response: { status: 'in_progress', output: [], error: null } };

describe('Perplexity', () => {
  it('finds cited results by their ID, in any order and from several searches', async () => {
    const { result } = await queryPerplexity(
      toBody(
        toSearch(['kayak', 'folding kayak'], toResult(8, 'eight'), toResult(3, 'three')),
        toSearch(['kayak', null, ''], toResult('12', 'twelve'), toResult(3, 'other')),
        toMessage('A boat [8][3], heavy [12, 8]. See [1] and [8, 1].'),
      ),
    );
    expect(result).toEqual({
      text: 'A boat, heavy. See [1] and [8, 1].',
      markdown: 'A boat [8][3], heavy [12, 8]. See [1] and [8, 1].',
      sources: ['eight', 'three', 'twelve', 'other'].map((label, index) => ({
        position: index + 1,
        url: `https://${label}.example/`,
        label,
      })),
      citationPills: [
        ['eight', 1],
        ['other', 4],
        ['twelve', 3],
        ['eight', 1],
      ].map(([label, position], index) => ({
        label,
        citationPillId: index + 1,
        url: `https://${label}.example/`,
        domain: `${label}.example`,
        position,
      })),
      search_model_queries: [{ query: 'kayak' }, { query: 'folding kayak' }],
    });
  });

  it('reads a response whose optional fields are null or absent', async () => {
    const bare = await queryPerplexity({ output: [{ type: 'message', content: [{ text: 'A boat [1].' }] }] });
    expect(bare).toMatchObject({
      result: { text: 'A boat [1].', sources: [], citationPills: [], search_model_queries: [] },
    });
    expect(bare).not.toHaveProperty('cost');
    const { result } = await queryPerplexity({
      ...toBody(
        { type: 'search_results', queries: null, results: null },
        toSearch(['kayak'], toResult(null, 'a'), { id: 2, url: null, title: null, snippet: null }),
        { ...toMessage('A boat [2].'), id: null, status: null },
      ),
      model: null,
      error: null,
      incomplete_details: null,
      usage: { total_tokens: null, cost: null },
    });
    expect(result).toMatchObject({ text: 'A boat [2].', sources: [{ label: 'a' }], citationPills: [] });
    expect(result).not.toHaveProperty('model');
  });

  it.each([
    [
      'the last event has the whole response',
      toBody(toSearch(['q'], toResult(4, 'a')), toMessage('A boat.[4]')),
    ],
    ['the last event has only the message', toBody(toMessage('A boat.[4]'))],
    ['the last event has no output', { status: 'completed', output: null }],
    ['the last event has no response', null],
  ])('reads a stream if %s', async (_, response) => {
    const { result } = await queryPerplexity(
      toEventStream(
        started,
        { type: 'response.reasoning.search_queries', queries: ['q'], thought: null },
        { type: 'response.reasoning.search_results', results: [toResult(4, 'a')], usage: null },
        { type: 'response.output_item.added', item: { type: 'message', content: null } },
        { type: 'response.output_text.delta', delta: 'A boat.' },
        { type: 'response.output_text.delta', delta: '[4]' },
        { type: 'response.completed', response },
      ),
    );
    expect(result).toMatchObject({
      text: 'A boat.',
      markdown: 'A boat.[4]',
      sources: [{ url: 'https://a.example/' }],
      citationPills: [{ position: 1 }],
      search_model_queries: [{ query: 'q' }],
    });
  });

  it.each([
    ['that ends early', [{ type: 'response.output_text.delta', delta: 'A' }], 'transient'],
    [
      'that fails on the server',
      [{ type: 'response.failed', error: { type: 'server_error', message: 'No.', code: 500 } }],
      'transient',
    ],
    ['that fails without a reason', [{ type: 'response.failed', error: null, response: null }], 'transient'],
    [
      'that fails because of the request',
      [{ type: 'response.failed', error: { type: 'invalid_request_error', message: 'No.', code: 400 } }],
      'permanent',
    ],
    [
      'that fails for lack of credit',
      [{ type: 'response.failed', error: { type: 'insufficient_quota', message: 'No.' } }],
      'quota',
    ],
  ])('classifies a stream %s', async (_, events, kind) => {
    await expect(queryPerplexity(toEventStream(started, ...events))).rejects.toMatchObject({ kind });
  });

  it('joins split surrogate pairs and replaces lone surrogates', async () => {
    const toDelta = (delta: string) => ({ type: 'response.output_text.delta', delta });
    const { result, raw } = await queryPerplexity(
      toEventStream(started, toDelta('A \ud83d'), toDelta('\udef6.'), toDelta(' \ud83d'), {
        type: 'response.completed',
        response: { status: 'completed', output: [] },
      }),
    );
    expect(result.markdown).toBe('A 🛶. \ufffd');
    expect(JSON.stringify(raw)).not.toContain('\\ud83d');
  });

  it.each([
    ['a body', (deep: string) => `{"output":${deep}}`],
    ['an event', (deep: string) => `data: {"output":${deep}}\n\n`],
  ])('rejects %s that is nested 100,000 levels deep', async (_, formatBody) => {
    const pending = queryPerplexity(formatBody('['.repeat(100_000) + ']'.repeat(100_000)));
    await expect(pending).rejects.toMatchObject({ name: 'ProviderError', kind: 'transient' });
  });

  it.each([
    [{ reason: 'max_output_tokens' }, 'The answer was cut short: max_output_tokens.'],
    [null, 'The answer was cut short.'],
  ])('notes that an answer is incomplete because of %j', async (incomplete_details, note) => {
    const body = { ...toBody(toMessage('Half a')), status: 'incomplete', incomplete_details };
    expect(await queryPerplexity(body)).toMatchObject({ result: { text: 'Half a' }, note });
  });
});
