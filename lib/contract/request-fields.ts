import { z } from 'zod';
import { engines, type IncludeFlag } from '#lib/contract/engines';
import { getStateName, usStates } from '#lib/contract/geo';
import { isStorableText } from '#lib/core/text';

export const engineSchema = z.enum(engines);

/** What each flag of `include` adds. */
const flagDescriptions: Record<IncludeFlag, string> = {
  html: 'Adds `result.html`: URLs of stored pages, valid for 24 hours',
  markdown: 'Adds `result.markdown`',
  rawResponse: 'Adds `result.rawResponse`; on chat +2 credits, once for all add-ons',
  searchQueries: 'Adds `result.searchQueries`, the engine’s own queries; +2 credits, once for all add-ons',
  ads: 'Adds `result.ads`; +2 credits, once for all add-ons',
  shopping:
    'Adds `result.shoppingCards` and `result.inlineProducts` where the prompt is about products; +2 credits, once for all add-ons',
};

/** Makes a field optional; an explicit null counts as absent. */
export function optional<T extends z.ZodType>(schema: T) {
  return schema.nullish().transform((value) => value ?? undefined);
}

const maxPromptLength = 10_000;

/**
 * A prompt or query: 1 to 10,000 code points, not only white space, and storable unchanged.
 */
export const promptSchema = z
  .string({ error: (issue) => (issue.input === undefined ? 'Prompt cannot be empty' : 'Expected string') })
  .refine((text) => text.trim() !== '', { error: 'Prompt cannot be empty', abort: true })
  .refine((text) => text.length <= 2 * maxPromptLength && [...text].length <= maxPromptLength, {
    error: 'Prompt is too long',
    abort: true,
  })
  .refine(isStorableText, { error: 'Prompt has a character that is not text' })
  .meta({
    description: 'The prompt or query, not only white space',
    minLength: 1,
    maxLength: maxPromptLength,
    pattern: '\\S',
  });

const flag = (description: string) =>
  z.boolean({ error: 'Expected boolean' }).meta({ description, default: false });

export function includeSchema(flags: readonly IncludeFlag[], overview: boolean) {
  const shape: Record<string, z.ZodType> = {};
  for (const name of flags) shape[name] = optional(flag(flagDescriptions[name]));
  if (overview) {
    const details = z
      .object(
        { markdown: optional(flag('Adds `markdown` to the overview')) },
        { error: 'Expected boolean or object' },
      )
      .meta({ description: 'Parts of the AI overview' });
    const either = z.union([flag('Adds `result.overview`'), details], {
      error: 'Expected boolean or object',
    });
    shape.overview = optional(
      either.meta({
        description: 'Adds `result.overview` if the engine shows one, +2 credits; `true` is the same as `{}`',
      }),
    );
  }
  return z
    .object(shape, { error: 'Expected object' })
    .meta({ description: 'What to include in the result; unknown flags are ignored' });
}

export const stateSchema = z
  .string({ error: 'Expected string' })
  .refine((code) => getStateName(code) !== undefined, { error: 'Invalid state code' })
  .meta({
    description: 'USPS two-letter code of a US state; only with country US, +2 credits',
    enum: usStates.map(({ code }) => code),
  });

export const locationSchema = z
  .string({ error: 'Expected string' })
  .regex(/^[^,]*[^,\s][^,]*(,[^,]*[^,\s][^,]*){2,}$/u, {
    error: 'Expected a canonical location name of the form City,Region,Country',
  })
  .max(200, { error: 'Location is too long' })
  .refine(isStorableText, { error: 'The text has a character that is not text' })
  .meta({ description: 'Canonical location name of the form City,Region,Country; not together with uule' });

export const uuleSchema = z
  .string({ error: 'Expected string' })
  .regex(/^(?:w\+|a\+)[\w+/=-]+(?:%3D)*$/u, { error: 'Expected a uule string such as w+CAIQICI…' })
  .max(1000, { error: 'The uule is too long' })
  .meta({ description: 'Pre-encoded location string; not together with location' });

export const deviceSchema = z
  .enum(['desktop', 'mobile'], { error: 'Expected desktop or mobile' })
  .meta({ description: 'The device to search from', default: 'desktop' });

export const pagesSchema = z
  .int({ error: 'Expected an integer from 1 to 10' })
  .min(1, 'Expected an integer from 1 to 10')
  .max(10, 'Expected an integer from 1 to 10')
  .meta({ description: 'Result pages in one response; +2 credits for each after the first', default: 1 });

/** A field of other engines, which requests are rejected for. */
export const refusedSchema = z.unknown().meta({ undocumented: true });
