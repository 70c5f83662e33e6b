import type { GenResult } from '#lib/contract/results/gen';
import type { SandboxAnswer } from '#lib/sandbox/answers/answer';
import { toCitationPills, toSources } from '#lib/sandbox/answers/draft';
import { renderMarkdown, renderText } from '#lib/sandbox/answers/render';

/** The generative assistant's result, with every field the sandbox can fill. */
export function genResult({ draft }: SandboxAnswer): Omit<GenResult, 'html'> {
  return {
    text: renderText(draft),
    markdown: renderMarkdown(draft, 'none'),
    sources: toSources(draft),
    citationPills: toCitationPills(draft),
  };
}
