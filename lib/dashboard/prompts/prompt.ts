import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { requestSchemas } from '#lib/contract/requests';
import { hasInvisibleCharacters } from '#lib/core/invisible-characters';
import { isStorableText } from '#lib/core/text';

/** A prompt that is not stored yet. */
export interface PromptDraft {
  text: string;
  /** Empty if it has none. */
  topic: string;
  tags: string[];
  /** BCP 47. */
  language: string;
}

/** A prompt that is sent to engines. */
export interface Prompt extends PromptDraft {
  id: string;
  /** Whether its text mentions a tracked brand. */
  isBranded: boolean;
}

/** Trims tags and drops empty and repeated ones. */
export function cleanTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))];
}

/** Maximum length of a topic or a tag. */
const maxLabelLength = 100;
const maxTags = 20;

/**
 * Returns the errors of a prompt as sentences. The text is checked by the rules of the API, so that the API
 * accepts every stored prompt.
 */
export function findPromptErrors(draft: PromptDraft): string[] {
  const errors: string[] = [];
  const parsed = requestSchemas.chat.safeParse({ prompt: draft.text, country: 'US' });
  if (!parsed.success) errors.push(toPromptError(parsed.error.issues[0]?.message));
  if ([...draft.topic].length > maxLabelLength) {
    errors.push(`The topic is longer than ${maxLabelLength} characters. Shorten it.`);
  }
  if (draft.tags.length > maxTags) errors.push(`There are more than ${maxTags} tags. Remove some.`);
  if (draft.tags.some((tag) => [...tag].length > maxLabelLength)) {
    errors.push(`A tag is longer than ${maxLabelLength} characters. Shorten it.`);
  }
  if (![draft.topic, ...draft.tags].every(isStorableText)) {
    errors.push('A topic or tag contains an invalid character. Remove it.');
  }
  const isShort = (label: string) => [...label].length <= maxLabelLength;
  if ([draft.topic, ...draft.tags].filter(isShort).some(hasInvisibleCharacters)) {
    errors.push(
      'A topic or tag contains an invisible character, such as a zero-width space. Type it again instead of pasting it.',
    );
  }
  if (!isKnownLanguage(draft.language)) {
    errors.push(
      `"${draft.language}" is not a known language. Use a code or a name such as en, pt-BR or German.`,
    );
  }
  return errors;
}

const textSchema = z.string('Each prompt must be text.');

/** A prompt as a form submits it. All errors of a prompt concern the prompt, not one of its fields. */
export const promptInputSchema = z
  .object(
    {
      text: textSchema,
      topic: textSchema.default(''),
      tags: z.array(textSchema, 'Tags must be a list.').default([]),
      language: textSchema.default('en').describe('A BCP 47 code, such as en or pt-BR.'),
    },
    'Each prompt must be text.',
  )
  .transform(
    ({ text, topic, tags, language }): PromptDraft => ({
      text: text.trim(),
      topic: topic.trim(),
      tags: cleanTags(tags),
      language: language.trim() || 'en',
    }),
  )
  .superRefine((draft, ctx) => {
    for (const message of findPromptErrors(draft)) ctx.addIssue(message);
  });

function toPromptError(message: string | undefined): string {
  if (message === 'Prompt cannot be empty') return 'The prompt is empty. Write a prompt.';
  if (message === 'Prompt is too long') return 'The prompt is longer than 10,000 characters. Shorten it.';
  return `${message ?? 'The prompt is not valid'}. Correct it.`;
}

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/**
 * Returns the BCP 47 code of a language given as a code in any notation (`de`, `pt_BR`, `deu`) or by its name in English
 * or in the language itself; null if it is unknown.
 */
export function parseLanguage(value: string): string | null {
  const text = value.trim();
  return canonicalize(text.replaceAll('_', '-')) ?? getCodesByName().get(text.toLowerCase()) ?? null;
}

/** Returns whether the language of a BCP 47 code is known. */
function isKnownLanguage(code: string): boolean {
  return canonicalize(code) !== null;
}

/** Caches canonical codes, because Intl is slow and an imported file repeats a few codes in thousands of lines. */
const canonicalCodes = new LRUCache<string, { canonical: string | null }>({ max: 1_000 });

function canonicalize(code: string): string | null {
  const known = canonicalCodes.get(code);
  if (known) return known.canonical;
  const canonical = findCanonicalCode(code);
  canonicalCodes.set(code, { canonical });
  return canonical;
}

function findCanonicalCode(code: string): string | null {
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(code)) return null;
  try {
    const [canonical = ''] = Intl.getCanonicalLocales(code);
    return languageNames.of(canonical.split('-')[0] ?? '') === undefined ? null : canonical;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

let codesByName: Map<string, string> | undefined;

/** Returns the two-letter codes of languages by their lower-case names. Builds the map at the first call. */
function getCodesByName(): Map<string, string> {
  codesByName ??= new Map(
    listCodes().flatMap((code) => {
      const englishName = languageNames.of(code);
      const nativeName = new Intl.DisplayNames(code, { type: 'language', fallback: 'none' }).of(code);
      return [nativeName, englishName].flatMap((name) => (name ? [[name.toLowerCase(), code] as const] : []));
    }),
  );
  return codesByName;
}

/** Lists the two-letter codes of languages that have a name. */
function listCodes(): string[] {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => languageNames.of(code) !== undefined && canonicalize(code) === code);
}
