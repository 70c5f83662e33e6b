import type { SandboxAnswer } from '#lib/engines/sandbox/ask';
import { answerEvents } from '#lib/engines/sandbox/raw/answer';
import { chatEvents } from '#lib/engines/sandbox/raw/chat';
import { genEvents } from '#lib/engines/sandbox/raw/gen';
import { officeEvents } from '#lib/engines/sandbox/raw/office';

/** What an engine would have streamed; nothing for engines whose events are not to be had (interface.md, flags). */
export function rawEvents(answer: SandboxAnswer): unknown[] {
  if (answer.engine === 'chat') return chatEvents(answer);
  if (answer.engine === 'gen') return genEvents(answer);
  if (answer.engine === 'answer') return answerEvents(answer);
  return answer.engine === 'office' ? officeEvents(answer) : [];
}
