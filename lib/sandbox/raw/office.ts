import type { SandboxAnswer } from '#lib/sandbox/ask';
import { piecesOf } from '#lib/sandbox/raw/pieces';
import { renderText } from '#lib/sandbox/render';
import { uuidOf } from '#lib/sandbox/result/chat-products';

/** The office assistant's messages over its socket: numbered by order, text appended, then citations. */
export function officeEvents({ draft, queries }: SandboxAnswer): unknown[] {
  const text = renderText(draft);
  const messageId = uuidOf(text);
  return [
    { event: 'startMessage', messageId },
    ...queries.map((query) => ({ event: 'searchQuery', messageId, query })),
    ...piecesOf(text).map((piece, index) => ({
      event: 'appendText',
      messageId,
      partId: String(index),
      text: piece,
    })),
    ...draft.sources
      .slice(0, draft.cited)
      .map(({ title, url }, index) => ({ event: 'citation', messageId, id: index + 1, title, url })),
    { event: 'done', messageId },
  ];
}
