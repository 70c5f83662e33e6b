import { z } from 'zod';
import { parseInput, singleLineSchema } from '#lib/core/validation';

/** What someone who asks wants (the topics that drafted prompts are filed under). */
export const intents = ['discovery', 'comparison', 'alternative', 'price', 'problem'] as const;
export type Intent = (typeof intents)[number];

/** A prompt to look over before it is asked. */
export interface SuggestedPrompt {
  text: string;
  intent: Intent;
}

const brandName = singleLineSchema({ required: 'Give every brand a name.' });
const draftInputSchema = z.object({
  /** What is bought or chosen, in the plural, such as "trail running shoes". */
  category: singleLineSchema({ required: 'Say what you sell.' }),
  own: brandName,
  competitors: z.array(brandName).max(50, 'Name at most 50 competitors.'),
});
export type SuggestPromptsInput = z.input<typeof draftInputSchema>;

/** Competitors that are compared by name: more would make most prompts branded. */
const maxComparedCompetitors = 2;

/**
 * Drafts the questions customers ask about a category, by intent. Most name no brand: those are the ones share of
 * voice is measured over.
 * @throws ServiceError VALIDATION_ERROR when the category or a name is missing or too long
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
