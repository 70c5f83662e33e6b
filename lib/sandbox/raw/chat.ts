import type { SandboxAnswer } from '#lib/sandbox/ask';
import { shelfOf } from '#lib/sandbox/goods/shelf';
import { piecesOf } from '#lib/sandbox/raw/pieces';
import { renderText } from '#lib/sandbox/render';
import { modelOn } from '#lib/sandbox/result/chat';
import { inlineProduct, uuidOf } from '#lib/sandbox/result/chat-products';

/**
 * The chat assistant's events (interface.md, "Result of `chat`"): resume token, message start, searches, deltas,
 * with `include.shopping` one update a product, stop.
 */
export function chatEvents(answer: SandboxAnswer): unknown[] {
  const { draft, moment, queries, request } = answer;
  const text = renderText(draft);
  const conversation = uuidOf(`${request.prompt}:${moment.date.toISOString()}`);
  const products = request.include.shopping ? shelfOf(answer, text, 3) : [];
  return [
    { type: 'resume_conversation_token', token: `sandbox-${conversation}`, conversation_id: conversation },
    {
      type: 'message_start',
      message: { id: uuidOf(text), role: 'assistant', model: modelOn(moment.date) },
    },
    ...queries.map((query) => ({ type: 'search_query', query })),
    ...piecesOf(text).map((piece) => ({
      type: 'message_delta',
      delta: { content: [{ type: 'text', text_delta: piece }] },
    })),
    ...products.map((each, index) => ({
      type: 'product_update',
      product_id: each.id,
      product: inlineProduct(each, index, answer).product,
    })),
    { type: 'message_stop', reason: 'end_turn' },
  ];
}
