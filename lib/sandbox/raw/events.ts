import type { SandboxAnswer } from '#lib/sandbox/ask';
import { answerEvents } from '#lib/sandbox/raw/answer';
import { chatEvents } from '#lib/sandbox/raw/chat';
import { genEvents } from '#lib/sandbox/raw/gen';
import { officeEvents } from '#lib/sandbox/raw/office';

/** What an engine would have streamed; nothing for engines whose events are not to be had (interface.md, flags). */
export function rawEvents(answer: SandboxAnswer): unknown[] {
  if (answer.engine === 'chat') return chatEvents(answer);
  if (answer.engine === 'gen') return genEvents(answer);
  if (answer.engine === 'answer') return answerEvents(answer);
  return answer.engine === 'office' ? officeEvents(answer) : [];
}
