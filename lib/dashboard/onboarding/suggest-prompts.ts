import { z } from 'zod';
import { parseInput, singleLineSchema } from '#lib/core/validation';
import templates from './prompt-templates.json' with { type: 'json' };

/** Search intents; suggested prompts use them as topics. */
export const intents = ['discovery', 'comparison', 'alternative', 'price', 'problem'] as const;
export type Intent = (typeof intents)[number];

export interface SuggestedPrompt {
  text: string;
  intent: Intent;
}

const brandNameSchema = singleLineSchema({ required: 'Enter a name for every brand.' });
const suggestPromptsSchema = z.object({
  /** A product category in the plural, such as "trail running shoes". */
  category: singleLineSchema({ required: 'Enter a product category.' }),
  own: brandNameSchema,
  competitors: z.array(brandNameSchema).max(50, 'Enter at most 50 competitors.'),
});
export type SuggestPromptsInput = z.input<typeof suggestPromptsSchema>;

/** Maximum number of competitors that prompts mention. Without a limit, most prompts could be branded. */
const maxComparedCompetitors = 2;

/**
 * Suggests prompts about a category, by intent. Most mention no brand, because share of voice is measured over such prompts.
 * @throws ServiceError VALIDATION_ERROR
 */
export function suggestPrompts(input: SuggestPromptsInput): SuggestedPrompt[] {
  const { category, own, competitors } = parseInput(suggestPromptsSchema, input);
  const compared = competitors.slice(0, maxComparedCompetitors);
  const fillTemplate = (template: string, competitor = '') => {
    const values = new Map(Object.entries({ category, own, competitor }));
    return template.replace(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? '');
  };
  return intents.flatMap((intent) =>
    templates[intent]
      .flatMap((template) =>
        template.includes('{competitor}')
          ? compared.map((name) => fillTemplate(template, name))
          : fillTemplate(template),
      )
      .map((text) => ({ text, intent })),
  );
}
