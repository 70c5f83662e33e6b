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

describe('Perplexity', () => {
  const createChoice = (content: string, finish_reason: string | null = 'stop') => ({
    choices: [{ index: 0, finish_reason, message: { role: 'assistant', content } }],
  });

  it('lists search results as sources if there are no citations, and nothing if there are no search results either', async () => {
    const search_results = [
      { title: 'A', url: 'https://a.example/', date: '2026-04-01' },
      { title: 'No URL' },
    ];
    const { result } = await queryPerplexity({ ...createChoice('A boat [1][2][3].'), search_results });
    expect(result).toMatchObject({
      text: 'A boat[3].',
      sources: [{ label: 'A' }],
      citationPills: [{ position: 1 }],
    });
    const withoutSources = await queryPerplexity(createChoice('A boat [1].'));
    expect(withoutSources.result).toMatchObject({ text: 'A boat [1].', sources: [], citationPills: [] });
  });

  it('reads media and related questions that are strings or objects', async () => {
    const { result } = await queryPerplexity({
      ...createChoice('A boat.'),
      images: [
        'https://img.example/1.jpg',
        { image_url: 'https://img.example/2.jpg', origin_url: 'https://b.example/' },
        7,
      ],
      videos: [
        'https://watch.example/1',
        { url: 'https://watch.example/2', thumbnail_url: 'https://watch.example/2.jpg' },
      ],
      related_questions: ['How heavy?', { text: 'How expensive?' }, null],
    });
    expect(result.images.map(({ url }) => url)).toEqual(['https://img.example/1.jpg', 'https://b.example/']);
    expect(result.videos.map(({ url }) => url)).toEqual([
      'https://watch.example/1',
      'https://watch.example/2',
    ]);
    expect(result.related_queries).toEqual(['How heavy?', 'How expensive?']);
  });

  it('joins split surrogate pairs and replaces lone surrogates', async () => {
    const createEvent = (content: string, finish_reason: string | null = null) => ({
      choices: [{ index: 0, finish_reason, delta: { content } }],
    });
    const { result, raw } = await queryPerplexity(
      toEventStream(createEvent('A \ud83d'), createEvent('\udef6.'), createEvent(' \ud83d', 'stop')),
    );
    expect(result.markdown).toBe('A 🛶. \ufffd');
    expect(JSON.stringify(raw)).not.toContain('\\ud83d');
  });

  it.each([
    ['a body', (deep: string) => `{"choices":${deep}}`],
    ['an event', (deep: string) => `data: {"choices":${deep}}\n\n`],
  ])('rejects %s that is nested 100,000 levels deep', async (_, formatBody) => {
    const pending = queryPerplexity(formatBody('['.repeat(100_000) + ']'.repeat(100_000)));
    await expect(pending).rejects.toMatchObject({ name: 'ProviderError', kind: 'transient' });
  });

  it('returns tokens, cost and a note about an early stop', async () => {
    const usage = { total_tokens: 300, cost: { input_tokens_cost: 0.001, total_cost: 0.006 } };
    const body = { ...createChoice('Half a', 'length'), usage };
    expect(await queryPerplexity(body)).toMatchObject({
      tokens: 300,
      cost: { amount: 0.006, currency: 'USD' },
      note: 'The engine stopped early: length.',
    });
  });
});
