import { z } from 'zod';
import type { Engine } from '#lib/contract/engines';
import { answerResultSchema, genResultSchema, socialResultSchema } from '#lib/contract/results/assistants';
import { chatResultSchema } from '#lib/contract/results/chat';
import { officeResultSchema } from '#lib/contract/results/office';
import {
  newsResultSchema,
  overviewResultSchema,
  searchAiResultSchema,
  searchResultSchema,
} from '#lib/contract/results/search';

/** Stands in the result of every engine; a field that the interface document does not know. */
const noted = {
  note: z
    .string()
    .optional()
    .describe(
      'Why there is no text, or what of the request could not be honoured; where there is such a thing',
    ),
};

/**
 * The result schema of every engine: what a provider must give and a response is checked against. An entry always
 * has what makes it that entry (its name, or its page where it is one, and its place in the list); figures and
 * details that a vendor may not tell are absent then. The sandbox tells everything the interface document lists.
 */
export const resultSchemas = {
  chat: chatResultSchema.extend(noted),
  gen: genResultSchema.extend(noted),
  social: socialResultSchema.extend(noted),
  answer: answerResultSchema.extend(noted),
  office: officeResultSchema.extend(noted),
  searchai: searchAiResultSchema.extend(noted),
  overview: overviewResultSchema.extend(noted),
  search: searchResultSchema.extend(noted),
  'search/news': newsResultSchema.extend(noted),
} as const satisfies Record<Engine, z.ZodObject>;

export type EngineResult<E extends Engine> = z.infer<(typeof resultSchemas)[E]>;
