import type { SandboxAnswer } from '#lib/sandbox/ask';
import { piecesOf } from '#lib/sandbox/raw/pieces';
import { renderMarkdown } from '#lib/sandbox/render';
import { uuidOf } from '#lib/sandbox/result/chat-products';

/** The answer engine's stream: its plan, its sources, then the answer so far, longer each time. */
export function answerEvents({ draft, queries, request }: SandboxAnswer): unknown[] {
  const markdown = renderMarkdown(draft, 'numbers');
  const id = uuidOf(markdown);
  const pieces = piecesOf(markdown, 25);
  return [
    { id, status: 'PENDING', step: 'plan', query: request.prompt, queries },
    {
      id,
      status: 'PENDING',
      step: 'sources',
      web_results: draft.sources.map(({ title, url }, index) => ({ index: index + 1, name: title, url })),
    },
    ...pieces.map((_, index) => ({
      id,
      status: index < pieces.length - 1 ? 'PENDING' : 'COMPLETED',
      step: 'answer',
      answer: pieces.slice(0, index + 1).join(''),
    })),
  ];
}
