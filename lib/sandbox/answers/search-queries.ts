import { phrases } from '#lib/sandbox/data/templates';
import { engineProfiles, type SandboxEngine } from '#lib/sandbox/request/engine-profile';
import type { ParsedPrompt } from '#lib/sandbox/request/prompt';
import { fillTemplate } from '#lib/sandbox/text/words';

/** Builds an engine's search queries: first the prompt as a query, then variations. */
export function buildSearchQueries(parsed: ParsedPrompt, engine: SandboxEngine, year: number): string[] {
  const { brands, category, features, intent, prompt } = parsed;
  const values = {
    brands: brands.map((brand) => brand.name).join(' vs '),
    category: category.name,
    features: features.map((feature) => feature.label).join(' '),
    year: String(year),
  };
  const variations = phrases.searchQueries[intent]
    .slice(0, engineProfiles[engine].extraQueries)
    .map((template) => fillTemplate(template, values).replace(/\s+/gu, ' ').trim());
  return [...new Set([toSearchQuery(prompt), ...variations])];
}

const maxQueryLength = 160;

/** Turns a prompt into a query: lower case, without `?`, `!` and `。`, at most `maxQueryLength` characters. */
export function toSearchQuery(prompt: string): string {
  const query = prompt
    .replace(/[?!？！。]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase();
  return [...query].slice(0, maxQueryLength).join('');
}

/** Lists up to four questions a reader might ask next. */
export function listRelatedQuestions({ brands, category, intent }: ParsedPrompt): string[] {
  const [first, second] = (brands.length > 0 ? brands : category.brands).map(({ name }) => name);
  return Object.entries(phrases.relatedQuestions)
    .filter(
      ([questionIntent, template]) => questionIntent !== intent && (second || !template.includes('{second}')),
    )
    .map(([, template]) =>
      fillTemplate(template, { category: category.name, singular: category.singular, first, second }),
    )
    .slice(0, 4);
}
