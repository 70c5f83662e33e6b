import type { SandboxAnswer } from '#lib/engines/sandbox/ask';
import { renderText } from '#lib/engines/sandbox/render';
import { hash } from '#lib/engines/sandbox/seed';
import type { WritingEngine } from '#lib/engines/sandbox/taste';

/** The events a streaming engine would have sent: start, the text line by line, stop. */
export function rawEvents(engine: WritingEngine, { draft, queries }: SandboxAnswer): unknown[] {
  const text = renderText(draft);
  const id = `sandbox-${hash(text).toString(16)}`;
  return [
    { type: 'message_start', message: { id, role: 'assistant', model: `sandbox-${engine}` } },
    ...queries.map((query) => ({ type: 'search', query })),
    ...text
      .split('\n')
      .map((line) => ({ type: 'delta', delta: { content: [{ type: 'text', text_delta: `${line}\n` }] } })),
    { type: 'message_stop', reason: 'end_turn' },
  ];
}
