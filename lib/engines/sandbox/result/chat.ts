import type { ChatResult } from '#lib/contract/results/chat';
import type { SandboxAnswer } from '#lib/engines/sandbox/ask';
import { pillsOf, sourcesOf } from '#lib/engines/sandbox/cite';
import { publishedOn } from '#lib/engines/sandbox/moment';
import { renderMarkdown, renderText } from '#lib/engines/sandbox/render';

/** The chat assistant's result, with every field the sandbox can fill. */
export function chatResult({ draft, moment, question, queries }: SandboxAnswer): Omit<ChatResult, 'html'> {
  const text = renderText(draft);
  const named = question?.category.brands.filter((brand) => text.includes(brand.name)) ?? [];
  return {
    text,
    markdown: renderMarkdown(draft, 'links'),
    model: modelOn(moment.date),
    sources: sourcesOf(draft).map((source, index) => {
      const document = draft.sources[index];
      return {
        ...source,
        footnote: index >= draft.cited,
        ...(document === undefined ? {} : { datePublished: publishedOn(document, moment) }),
      };
    }),
    citationPills: pillsOf(draft).map(({ document, ...pill }) => ({
      ...pill,
      datePublished: publishedOn(document, moment),
      type: 'searchResult',
    })),
    searchQueries: queries,
    entities: named.map((brand) => ({ type: 'brand', name: brand.name })),
  };
}

/** The model of the sandbox's chat assistant: a new one each calendar quarter (UTC), counted from 2024. */
function modelOn(date: Date): string {
  const quarters = (date.getUTCFullYear() - 2024) * 4 + Math.floor(date.getUTCMonth() / 3) + 1;
  return `sandbox-chat-${Math.max(0, quarters)}`;
}
