import { z } from 'zod';
import { singleLineSchema } from '#lib/core/validation';
import { defineOperation } from '#lib/operations/define-operation';
import templates from './prompt-templates.json' with { type: 'json' };

/** Search intents; suggested prompts use them as topics. */
export const intents = ['discovery', 'comparison', 'alternative', 'price', 'problem'] as const;
export type Intent = (typeof intents)[number];

const suggestedPromptSchema = z.object({ text: z.string(), intent: z.enum(intents) });
export type SuggestedPrompt = z.output<typeof suggestedPromptSchema>;

const brandNameSchema = singleLineSchema({ required: 'Enter a name for every brand.' });
const suggestPromptsSchema = z.object({
  category: singleLineSchema({ required: 'Enter a product category.' }).describe(
    'A product category in the plural, such as "trail running shoes".',
  ),
  own: brandNameSchema.describe('The name of the own brand.'),
  competitors: z.array(brandNameSchema).max(50, 'Enter at most 50 competitors.'),
});

/** Maximum number of competitors that prompts mention. Without a limit, most prompts could be branded. */
const maxComparedCompetitors = 2;

/** @throws ServiceError VALIDATION_ERROR */
export const suggestPrompts = defineOperation({
  name: 'prompts.suggest',
  title: 'Suggest prompts',
  description:
    'Suggests prompts about a product category, by search intent. Most mention no brand, because share of voice is measured over such prompts. Nothing is stored.',
  permission: 'projects.edit',
  effect: 'read',
  input: suggestPromptsSchema,
  output: z.array(suggestedPromptSchema),
  isTransaction: false,
  async run(_context, { category, own, competitors }): Promise<SuggestedPrompt[]> {
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
  },
});
