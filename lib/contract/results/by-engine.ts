import { z } from 'zod';
import type { Engine } from '#lib/contract/engines';
import {
  answerResultSchema,
  genResultSchema,
  officeResultSchema,
  socialResultSchema,
} from '#lib/contract/results/assistants';
import { chatResultSchema } from '#lib/contract/results/chat';
import { resultMetaSchema } from '#lib/contract/results/meta';
import {
  newsResultSchema,
  overviewResultSchema,
  searchAiResultSchema,
  searchResultSchema,
} from '#lib/contract/results/search';

/** Other services that implement this API may omit `meta`. */
const commonFields = {
  meta: resultMetaSchema.optional(),
  note: z
    .string()
    .optional()
    .describe(
      'Why the text or a stored page is missing or incomplete, or which part of the request was not applied',
    ),
};

/**
 * The result schema of each engine, which provider results and responses are validated against. A value or list that a
 * provider does not report is absent: an empty list means that the provider reported that there is nothing. List entries
 * always have the fields that identify them (a name or page, and a position in ranked lists). The sandbox reports everything.
 */
export const resultSchemas = {
  chat: chatResultSchema.extend(commonFields),
  gen: genResultSchema.extend(commonFields),
  social: socialResultSchema.extend(commonFields),
  answer: answerResultSchema.extend(commonFields),
  office: officeResultSchema.extend(commonFields),
  searchai: searchAiResultSchema.extend(commonFields),
  overview: overviewResultSchema.extend(commonFields),
  search: searchResultSchema.extend(commonFields),
  'search/news': newsResultSchema.extend(commonFields),
} as const satisfies Record<Engine, z.ZodObject>;

export type EngineResult<E extends Engine> = z.infer<(typeof resultSchemas)[E]>;
