import type { SandboxEngine } from '#lib/sandbox/request/engine-profile';
import type { Intent, ParsedPrompt } from '#lib/sandbox/request/prompt';
import { fillIn } from '#lib/sandbox/text/words';

const angles: Record<Intent, string[]> = {
  best: ['best {c} {y}', 'top rated {c} {f} review', '{c} recommended forum'],
  versus: ['{b} comparison {y}', '{b} {c} review', '{b} price'],
  alternatives: ['alternatives to {b} {y}', '{c} similar to {b}', 'best {c} {f} review'],
  price: ['{b} {c} price {y}', 'best value {c}', '{c} cheap worth it review'],
  problem: ['{b} {c} common problems', '{c} complaints forum {y}', '{b} {c} recall notice'],
  'how-to': ['how to choose {c} guide', '{c} care tips'],
  news: ['{b} {c} news {y}', '{b} {c} launch announced', '{b} {c} recall'],
  profile: ['{b} {c} review {y}', '{b} problems', '{b} price'],
};

/** Number of queries an engine sends besides the prompt. */
const queriesOf: Record<SandboxEngine, number> = {
  chat: 3,
  gen: 1,
  answer: 2,
  office: 2,
  searchai: 3,
  overview: 1,
  search: 0,
  'search/news': 0,
};

/** Builds an engine's search queries: the prompt's words, then variations. */
export function buildSearchQueries(parsed: ParsedPrompt, engine: SandboxEngine, year: number): string[] {
  const { brands, category, features, intent, prompt } = parsed;
  const values = {
    b: brands.map((brand) => brand.name).join(' vs '),
    c: category.name,
    f: features.map((feature) => feature.label).join(' '),
    y: String(year),
  };
  const words = toSearchQuery(prompt);
  const fromAngles = angles[intent]
    .slice(0, queriesOf[engine])
    .map((angle) => fillIn(angle, values).replace(/\s+/gu, ' ').trim());
  return [...new Set([words, ...fromAngles])];
}

const maxQueryLength = 160;

/** Turns a prompt into a query: lower case, cut to the length a search box accepts. */
export function toSearchQuery(prompt: string): string {
  const words = prompt
    .replace(/[?!？！。]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase();
  return [...words].slice(0, maxQueryLength).join('');
}

/** Lists questions a reader might ask next. */
export function listRelatedQuestions({ brands, category, intent }: ParsedPrompt): string[] {
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
  return questions.filter((parsed) => parsed !== '').slice(0, 4);
}
