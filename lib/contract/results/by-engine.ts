import type { z } from 'zod';
import type { Engine } from '#lib/contract/engines';
import { answerResultSchema } from '#lib/contract/results/answer';
import { chatResultSchema } from '#lib/contract/results/chat';
import { genResultSchema } from '#lib/contract/results/gen';
import { officeResultSchema } from '#lib/contract/results/office';
import {
  newsResultSchema,
  overviewResultSchema,
  searchAiResultSchema,
  searchResultSchema,
} from '#lib/contract/results/search';
import { socialResultSchema } from '#lib/contract/results/social';

/** The result schema of every engine: what a provider must give and a response is checked against. */
export const resultSchemas = {
  chat: chatResultSchema,
  gen: genResultSchema,
  social: socialResultSchema,
  answer: answerResultSchema,
  office: officeResultSchema,
  searchai: searchAiResultSchema,
  overview: overviewResultSchema,
  search: searchResultSchema,
  'search/news': newsResultSchema,
} as const satisfies Record<Engine, z.ZodObject>;

export type ResultOf<E extends Engine> = z.infer<(typeof resultSchemas)[E]>;
