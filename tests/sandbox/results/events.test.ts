import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { querySandbox } from '#tests/support/sandbox';

const prompt = 'What are the best trail shoes?';
const include = { rawResponse: true } as const;

describe('raw events', () => {
  test('chat sends a resume token, a start, deltas that add up to the text, and a stop', async () => {
    const { result, raw = [] } = await querySandbox('chat', prompt, { include });
    const types = raw.map((event) => z.object({ type: z.string() }).parse(event).type);
    expect([types[0], types[1], types.at(-1)]).toEqual([
      'resume_conversation_token',
      'message_start',
      'message_stop',
    ]);
    z.object({ token: z.string(), conversation_id: z.string() }).parse(raw[0]);
    const startSchema = z.object({
      message: z.object({ id: z.string(), role: z.string(), model: z.string() }),
    });
    expect(startSchema.parse(raw[1]).message.model).toBe(result.model);
    z.object({ reason: z.string() }).parse(raw.at(-1));
    const deltaSchema = z.object({
      delta: z.object({ content: z.array(z.object({ type: z.string(), text_delta: z.string() })) }),
    });
    const text = raw
      .flatMap((event) => deltaSchema.safeParse(event).data?.delta.content ?? [])
      .map((content) => content.text_delta);
    expect(text.join('')).toBe(result.text);
    expect(text.length).toBeGreaterThan(5);
    expect(types).not.toContain('product_update');
  });

  test('chat sends one update per product if shopping is included', async () => {
    const { result, raw = [] } = await querySandbox('chat', prompt, {
      include: { ...include, shopping: true },
    });
    const updateSchema = z.object({ type: z.literal('product_update'), product_id: z.string() });
    const updated = raw.flatMap((event) => updateSchema.safeParse(event).data?.product_id ?? []);
    expect(updated).toEqual(result.inlineProducts?.map(({ product }) => product.id));
  });

  test('gen sends chunks that add up to the text, the last one with a finish reason', async () => {
    const { result, raw = [] } = await querySandbox('gen', prompt, { include });
    const chunkSchema = z.object({
      candidate: z.object({
        parts: z.array(z.object({ text: z.string() })),
        finishReason: z.string().optional(),
      }),
    });
    const chunks = raw.map((event) => chunkSchema.parse(event).candidate);
    expect(chunks.flatMap(({ parts }) => parts.map(({ text }) => text)).join('')).toBe(result.text);
    expect(chunks.map(({ finishReason }) => finishReason).filter(Boolean)).toEqual(['STOP']);
    expect(chunks.at(-1)?.finishReason).toBe('STOP');
  });

  test('answer sends a plan, the sources, then the answer as it grows', async () => {
    const { result, raw = [] } = await querySandbox('answer', prompt, { include });
    const stepSchema = z.object({ status: z.string(), step: z.string(), answer: z.string().optional() });
    const steps = raw.map((event) => stepSchema.parse(event));
    expect(steps.slice(0, 2).map((event) => event.step)).toEqual(['plan', 'sources']);
    const answers = steps.slice(2).map(({ answer = '' }) => answer);
    expect(answers.length).toBeGreaterThan(1);
    expect(answers.slice(1).filter((answer, index) => !answer.startsWith(answers[index] ?? ''))).toEqual([]);
    expect(steps.at(-1)).toMatchObject({ status: 'COMPLETED', answer: result.markdown });
  });

  test('office sends the text in order, then citations and a final event', async () => {
    const { result, raw = [] } = await querySandbox('office', prompt, { include });
    const messageSchema = z.object({
      event: z.string(),
      text: z.string().optional(),
      url: z.string().optional(),
    });
    const messages = raw.map((event) => messageSchema.parse(event));
    expect(messages.map(({ text }) => text ?? '').join('')).toBe(result.text);
    const cited = new Set(result.citationPills?.map(({ url }) => url));
    expect(new Set(messages.flatMap(({ url }) => url ?? []))).toEqual(cited);
    const kinds = messages
      .map(({ event }) => event)
      .filter((event) => /^(appendText|citation|done)$/.test(event));
    expect([...new Set(kinds)]).toEqual(['appendText', 'citation', 'done']);
    expect(kinds.lastIndexOf('appendText')).toBeLessThan(kinds.indexOf('citation'));
    expect(messages.at(-1)?.event).toBe('done');
  });
});
