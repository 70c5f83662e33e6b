import { z } from 'zod';
import type { Engine } from '#lib/contract/engines';
import {
  answerResultSchema,
  genResultSchema,
  officeResultSchema,
  socialResultSchema,
} from '#lib/contract/results/assistants';
import { chatResultSchema } from '#lib/contract/results/chat';
import {
  newsResultSchema,
  overviewResultSchema,
  searchAiResultSchema,
  searchResultSchema,
} from '#lib/contract/results/search';

const noteField = {
  note: z
    .string()
    .optional()
    .describe(
      'Why the text or a stored page is missing or incomplete, or which part of the request was not applied',
    ),
};

/**
 * The result schema of each engine, which provider results and responses are validated against. List entries always have
 * the fields that identify them (a name or page, and a position in ranked lists); details that some providers do not report are optional.
 * The sandbox reports all of them.
 */
export const resultSchemas = {
  chat: chatResultSchema.extend(noteField),
  gen: genResultSchema.extend(noteField),
  social: socialResultSchema.extend(noteField),
  answer: answerResultSchema.extend(noteField),
  office: officeResultSchema.extend(noteField),
  searchai: searchAiResultSchema.extend(noteField),
  overview: overviewResultSchema.extend(noteField),
  search: searchResultSchema.extend(noteField),
  'search/news': newsResultSchema.extend(noteField),
} as const satisfies Record<Engine, z.ZodObject>;

export type EngineResult<E extends Engine> = z.infer<(typeof resultSchemas)[E]>;
