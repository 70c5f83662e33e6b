import { z } from 'zod';
import { canonicalizeLanguage } from '#lib/core/language-code';
import { isStorableText, unstorableCharacters } from '#lib/core/text';
import { normalizeUule, uulePattern } from '#lib/core/uule';

type TextCheck = readonly [message: string, isValid: (text: string) => boolean];

/**
 * Returns a refinement that reports the first check that fails. Unlike refinements with `abort`, it does not keep the checks
 * of the whole object from running.
 */
function reportFirst(checks: readonly TextCheck[]) {
  return (text: string, ctx: z.core.$RefinementCtx<string>): void => {
    const failed = checks.find(([, isValid]) => !isValid(text));
    if (failed) ctx.addIssue({ code: 'custom', message: failed[0] });
  };
}

/** Returns whether a text has at most this many code points. */
function hasAtMost(text: string, maxLength: number): boolean {
  return text.length <= 2 * maxLength && [...text].length <= maxLength;
}

const maxPromptLength = 10_000;
const anyText = `[^${unstorableCharacters}]*`;

/**
 * A prompt or query: 1 to 10,000 code points, not only whitespace, and storable unchanged.
 */
export const promptSchema = z
  .string({ error: (issue) => (issue.input === undefined ? 'Prompt cannot be empty' : 'Expected string') })
  .superRefine(
    reportFirst([
      ['Prompt cannot be empty', (text) => text.trim() !== ''],
      ['Prompt is too long', (text) => hasAtMost(text, maxPromptLength)],
      ['Prompt contains an invalid character', isStorableText],
    ]),
  )
  .meta({
    description: 'The prompt or query; must contain more than whitespace',
    minLength: 1,
    maxLength: maxPromptLength,
    pattern: `^${anyText}[^\\s${unstorableCharacters}]${anyText}$`,
  });

const maxLocationLength = 200;
const withoutComma = `[^,${unstorableCharacters}]*`;
const locationPart = `${withoutComma}[^,\\s${unstorableCharacters}]${withoutComma}`;

export const locationSchema = z
  .string({ error: 'Expected string' })
  .superRefine(
    reportFirst([
      ['Location is too long', (text) => hasAtMost(text, maxLocationLength)],
      ['Expected a canonical location name of the form City,Region,Country', isLocationName],
      ['The text contains an invalid character', isStorableText],
    ]),
  )
  .meta({
    description: 'Canonical location name of the form City,Region,Country; not together with uule',
    maxLength: maxLocationLength,
    pattern: `^${locationPart}(,${locationPart}){2,}$`,
  });

/** Returns whether a text matches the documented pattern, without the backtracking of a regular expression. */
function isLocationName(text: string): boolean {
  const parts = text.split(',');
  return parts.length >= 3 && parts.every((part) => part.trim() !== '');
}

const maxUuleLength = 1_000;

export const uuleSchema = z
  .string({ error: 'Expected string' })
  .superRefine(
    reportFirst([
      ['The uule is too long', (text) => text.length <= maxUuleLength],
      ['Expected a uule such as w+CAIQICI…', (text) => uulePattern.test(text)],
    ]),
  )
  .meta({
    description:
      'Google’s encoded location (the parameter `uule` of its search URLs), in standard or URL-safe base64, percent-encoded or not; not together with location',
    maxLength: maxUuleLength,
    pattern: uulePattern.source,
  })
  .transform(normalizeUule);

/** A language as a BCP 47 code. Parsed to its canonical form. */
export const languageSchema = z
  .string({ error: 'Invalid language code' })
  .refine((code) => canonicalizeLanguage(code) !== null, { error: 'Invalid language code' })
  .meta({
    description:
      'The language of the prompt and of its answer, as a BCP 47 code such as `fr` or `pt-BR`. It is sent if the engine’s provider can read it; otherwise, and by default, a search uses the main language of the country',
    pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
  })
  .transform((code) => canonicalizeLanguage(code) ?? code);
