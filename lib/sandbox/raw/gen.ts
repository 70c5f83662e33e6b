import type { SandboxAnswer } from '#lib/sandbox/ask';
import { piecesOf } from '#lib/sandbox/raw/pieces';
import { renderText } from '#lib/sandbox/render';
import { hash } from '#lib/sandbox/seed';

/** The generative assistant's stream: chunks of text, the last with the reason to stop and what it was grounded in. */
export function genEvents({ draft, queries }: SandboxAnswer): unknown[] {
  const text = renderText(draft);
  const id = hash(text).toString(36);
  const pieces = piecesOf(text, 30);
  return pieces.map((piece, index) => ({
    id,
    model: 'sandbox-gen',
    candidate: {
      role: 'model',
      parts: [{ text: piece }],
      ...(index < pieces.length - 1
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
