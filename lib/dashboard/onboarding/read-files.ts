import { z } from 'zod';
import { csvSchema } from '#lib/core/validation';
import {
  type ParsedBrands,
  parseBrandsCsv,
  parsedBrandsSchema,
} from '#lib/dashboard/prompts/parse-brands-csv';
import {
  type ParsedPrompts,
  parsedPromptsSchema,
  parseOptionsSchema,
  parsePromptsCsv,
} from '#lib/dashboard/prompts/parse-prompts-csv';
import { defineOperation } from '#lib/operations/define-operation';

/** See `parseBrandsCsv`. @throws ServiceError VALIDATION_ERROR */
export const readBrandsFile = defineOperation({
  name: 'brands.read-file',
  title: 'Read a CSV of brands',
  description:
    'Parses a CSV of brands under the header name,aliases,domains,role,match_case,must_appear_near,must_not_appear_near, and returns the brands and the invalid lines. Nothing is stored.',
  permission: 'projects.edit',
  effect: 'read',
  input: z.object({ csv: csvSchema }),
  output: parsedBrandsSchema,
  isTransaction: false,
  run: async (_context, { csv }): Promise<ParsedBrands> => parseBrandsCsv(csv),
});

/** See `parsePromptsCsv`. @throws ServiceError VALIDATION_ERROR */
export const readPromptsFile = defineOperation({
  name: 'prompts.read-file',
  title: 'Read a CSV of prompts',
  description:
    'Parses a CSV of prompts with the columns prompt, topic, tags and language, and returns the prompts and the invalid lines. Nothing is stored.',
  permission: 'projects.edit',
  effect: 'read',
  input: z.object({ csv: csvSchema, options: parseOptionsSchema }),
  output: parsedPromptsSchema,
  isTransaction: false,
  run: async (_context, { csv, options }): Promise<ParsedPrompts> => parsePromptsCsv(csv, options),
});
