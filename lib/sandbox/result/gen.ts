import type { GenResult } from '#lib/contract/results/gen';
import type { SandboxAnswer } from '#lib/sandbox/ask';
import { pillsOf, sourcesOf } from '#lib/sandbox/cite';
import { renderMarkdown, renderText } from '#lib/sandbox/render';

/** The generative assistant's result, with every field the sandbox can fill. */
export function genResult({ draft }: SandboxAnswer): Omit<GenResult, 'html'> {
  return {
    text: renderText(draft),
    markdown: renderMarkdown(draft, 'none'),
    sources: sourcesOf(draft),
    citationPills: pillsOf(draft),
  };
}
