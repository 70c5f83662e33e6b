import { z } from 'zod';
import { parseInput, singleLineSchema } from '#lib/core/validation';

/** Search intents; suggested prompts use them as topics. */
export const intents = ['discovery', 'comparison', 'alternative', 'price', 'problem'] as const;
export type Intent = (typeof intents)[number];

export interface SuggestedPrompt {
  text: string;
  intent: Intent;
}

const brandName = singleLineSchema({ required: 'Enter a name for every brand.' });
const draftInputSchema = z.object({
  /** A product category in the plural, such as "trail running shoes". */
  category: singleLineSchema({ required: 'Enter a product category.' }),
  own: brandName,
  competitors: z.array(brandName).max(50, 'Enter at most 50 competitors.'),
});
export type SuggestPromptsInput = z.input<typeof draftInputSchema>;

/** Competitors that prompts mention; with more, most prompts would be branded. */
const maxComparedCompetitors = 2;

/**
 * Suggests prompts about a category, by intent. Most mention no brand, because share of voice is measured over those.
 * @throws ServiceError VALIDATION_ERROR
 */
export function suggestPrompts(input: SuggestPromptsInput): SuggestedPrompt[] {
  const { category, own, competitors } = parseInput(draftInputSchema, input);
  const drafts: Record<Intent, string[]> = {
    discovery: [
      `What are the best ${category}?`,
      `Which ${category} do experts recommend?`,
      `Best ${category} for beginners`,
      `Which ${category} are worth it this year?`,
    ],
    comparison: [
      `Compare the most popular ${category}`,
      ...competitors
        .slice(0, maxComparedCompetitors)
        .map((competitor) => `${own} or ${competitor}: which is better?`),
    ],
    alternative: [
      `Which lesser-known ${category} are as good as the big names?`,
      ...competitors
        .slice(0, maxComparedCompetitors)
        .map((competitor) => `What is a good alternative to ${competitor}?`),
    ],
    price: [`What are the best ${category} for the money?`, `How much should I pay for ${category}?`],
    problem: [
      `What should I look for when choosing ${category}?`,
      `What are common problems with ${category}, and which avoid them?`,
    ],
  };
  return intents.flatMap((intent) => drafts[intent].map((text) => ({ text, intent })));
}
