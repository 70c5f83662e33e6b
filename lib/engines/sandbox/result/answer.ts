import type { AnswerResult } from '#lib/contract/results/answer';
import type { SandboxAnswer } from '#lib/engines/sandbox/ask';
import { pillsOf, sourcesOf } from '#lib/engines/sandbox/cite';
import type { Question } from '#lib/engines/sandbox/question';
import { renderMarkdown, renderText } from '#lib/engines/sandbox/render';

const queryLimit = 8;

/** The answer engine's result, with every field the sandbox can fill. */
export function answerResult({ draft, question, queries }: SandboxAnswer): Omit<AnswerResult, 'html'> {
  return {
    text: renderText(draft),
    markdown: renderMarkdown(draft, 'numbers'),
    sources: sourcesOf(draft),
    citationPills: pillsOf(draft).map(({ document: _, ...pill }) => pill),
    related_queries: question === undefined ? [] : relatedTo(question),
    search_model_queries: queries.map((query) => ({ query, engine: 'web', limit: queryLimit })),
    videos: [],
    images: [],
  };
}

function relatedTo({ brands, category, intent }: Question): string[] {
  const [first, second] = brands.length > 0 ? brands : category.brands;
  const questions = [
    intent === 'best' ? '' : `What are the best ${category.name} right now?`,
    first === undefined || intent === 'alternatives' ? '' : `What are good alternatives to ${first.name}?`,
    first === undefined || second === undefined || intent === 'versus'
      ? ''
      : `${first.name} vs ${second.name}: which is better?`,
    intent === 'price' ? '' : `How much should I pay for a ${category.singular}?`,
    intent === 'how-to' ? '' : `How do I look after ${category.name}?`,
  ];
  return questions.filter((question) => question !== '').slice(0, 4);
}
