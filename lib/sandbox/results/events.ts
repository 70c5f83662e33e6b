import type { SandboxAnswer } from '#lib/sandbox/answers/answer';
import { renderMarkdown } from '#lib/sandbox/answers/render';
import { selectProducts } from '#lib/sandbox/catalog/products';
import { getModelName } from '#lib/sandbox/results/chat';
import { buildInlineProduct, toUuid } from '#lib/sandbox/results/chat-products';
import { hash } from '#lib/sandbox/text/random';

/** Builds the events an engine would have streamed; none for engines without `rawResponse`. */
export function buildEvents(answer: SandboxAnswer): unknown[] {
  if (answer.engine === 'chat') return buildChatEvents(answer);
  if (answer.engine === 'gen') return buildGenEvents(answer);
  if (answer.engine === 'answer') return buildAnswerEvents(answer);
  return answer.engine === 'office' ? buildOfficeEvents(answer) : [];
}

/**
 * Builds the events of `chat`: resume token, message start, searches, deltas, one update per product (with
 * `include.shopping`), stop.
 */
function buildChatEvents(answer: SandboxAnswer): unknown[] {
  const { queries, request, text, snapshot } = answer;
  const conversation = toUuid(`${request.prompt}:${snapshot.date.toISOString()}`);
  const products = request.include.shopping ? selectProducts(answer, text, 3) : [];
  return [
    { type: 'resume_conversation_token', token: `sandbox-${conversation}`, conversation_id: conversation },
    {
      type: 'message_start',
      message: { id: toUuid(text), role: 'assistant', model: getModelName(snapshot.date) },
    },
    ...queries.map((query) => ({ type: 'search_query', query })),
    ...splitIntoChunks(text).map((chunk) => ({
      type: 'message_delta',
      delta: { content: [{ type: 'text', text_delta: chunk }] },
    })),
    ...products.map((product, index) => ({
      type: 'product_update',
      product_id: product.id,
      product: buildInlineProduct(product, index, answer).product,
    })),
    { type: 'message_stop', reason: 'end_turn' },
  ];
}

/** Builds the stream of `gen`: chunks of text; the last also has the finish reason, search queries and sources. */
function buildGenEvents({ draft, queries, text }: SandboxAnswer): unknown[] {
  const id = hash(text).toString(36);
  return splitIntoChunks(text, 30).map((chunk, index, chunks) => ({
    id,
    model: 'sandbox-gen',
    candidate: {
      role: 'model',
      parts: [{ text: chunk }],
      ...(index < chunks.length - 1
        ? {}
        : {
            finishReason: 'STOP',
            grounding: {
              queries,
              chunks: draft.sources.map(({ title, url }) => ({ web: { title, uri: url } })),
            },
          }),
    },
  }));
}

/** Builds the stream of `answer`: plan, sources, then the growing answer. */
function buildAnswerEvents({ draft, queries, request }: SandboxAnswer): unknown[] {
  const markdown = renderMarkdown(draft, 'numbers');
  const id = toUuid(markdown);
  const chunks = splitIntoChunks(markdown, 25);
  return [
    { id, status: 'PENDING', step: 'plan', query: request.prompt, queries },
    {
      id,
      status: 'PENDING',
      step: 'sources',
      web_results: draft.sources.map(({ title, url }, index) => ({ index: index + 1, name: title, url })),
    },
    ...chunks.map((_, index) => ({
      id,
      status: index < chunks.length - 1 ? 'PENDING' : 'COMPLETED',
      step: 'answer',
      answer: chunks.slice(0, index + 1).join(''),
    })),
  ];
}

/** Builds the socket messages of `office`: start, search queries, numbered text parts, citations, end. */
function buildOfficeEvents({ draft, queries, text }: SandboxAnswer): unknown[] {
  const messageId = toUuid(text);
  return [
    { event: 'startMessage', messageId },
    ...queries.map((query) => ({ event: 'searchQuery', messageId, query })),
    ...splitIntoChunks(text).map((chunk, index) => ({
      event: 'appendText',
      messageId,
      partId: String(index),
      text: chunk,
    })),
    ...draft.sources
      .slice(0, draft.citedCount)
      .map(({ title, url }, index) => ({ event: 'citation', messageId, id: index + 1, title, url })),
    { event: 'done', messageId },
  ];
}

function splitIntoChunks(text: string, chunkSize = 12): string[] {
  const words = text.match(/\s*\S+\s*/gu) ?? [];
  return Array.from({ length: Math.ceil(words.length / chunkSize) }, (_, index) =>
    words.slice(index * chunkSize, (index + 1) * chunkSize).join(''),
  );
}
