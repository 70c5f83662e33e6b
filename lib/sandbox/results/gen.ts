import type { GenResult } from '#lib/contract/results/assistants';
import type { SandboxAnswer } from '#lib/sandbox/answers/answer';
import { toCitationPills, toSources } from '#lib/sandbox/answers/draft';
import { renderMarkdown, renderText } from '#lib/sandbox/answers/render';

/** Builds the result of `gen` with every field the sandbox can fill. */
export function genResult({ draft }: SandboxAnswer): Omit<GenResult, 'html'> {
  return {
    text: renderText(draft),
    markdown: renderMarkdown(draft, 'none'),
    sources: toSources(draft),
    citationPills: toCitationPills(draft),
  };
}
