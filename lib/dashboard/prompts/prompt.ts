import { z } from 'zod';
import { requestSchemas } from '#lib/contract/requests';
import { hasInvisibleCharacters } from '#lib/core/invisible-characters';
import { canonicalizeLanguage } from '#lib/core/language-code';
import { isStorableText } from '#lib/core/text';

/** A prompt that is not stored yet. */
export interface PromptDraft {
  text: string;
  /** Empty if it has none. */
  topic: string;
  tags: string[];
  /** BCP 47; null if it is to be detected from the text. */
  language: string | null;
}

/** A prompt that is sent to engines. */
export const promptSchema = z.object({
  id: z.string(),
  text: z.string(),
  topic: z.string().describe('Empty if it has none.'),
  tags: z.array(z.string()),
  language: z.string().nullable().describe('BCP 47; null if it is unknown.'),
  isLanguageSet: z.boolean().describe('Whether a member has set the language; otherwise it is detected.'),
  isBranded: z.boolean().describe('Whether its text mentions a tracked brand.'),
});
export type Prompt = z.output<typeof promptSchema>;

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
  if (draft.language !== null && canonicalizeLanguage(draft.language) === null) {
    errors.push(describeUnknownLanguage(draft.language));
  }
  return errors;
}

const describeUnknownLanguage = (language: string) =>
  `"${language}" is not a known language. Use a code or a name such as en, pt-BR or German.`;

/** The language of prompts as a form submits it: a code, a name, or an empty text, which is parsed to null. */
export const promptLanguageSchema = z
  .string()
  .trim()
  .transform((value, ctx) => {
    if (value === '') return null;
    const language = parseLanguage(value);
    if (language === null) ctx.addIssue(describeUnknownLanguage(value));
    return language;
  });

const textSchema = z.string('Each prompt must be text.');

/** A prompt as a form submits it. All errors of a prompt concern the prompt, not one of its fields. */
export const promptInputSchema = z
  .object(
    {
      text: textSchema,
      topic: textSchema.default(''),
      tags: z.array(textSchema, 'Tags must be a list.').default([]),
      language: textSchema
        .nullish()
        .describe('A BCP 47 code or a name, such as en, pt-BR or German. By default, it is detected.'),
    },
    'Each prompt must be text.',
  )
  .transform(
    ({ text, topic, tags, language }): PromptDraft => ({
      text: text.trim(),
      topic: topic.trim(),
      tags: cleanTags(tags),
      language: readLanguage(language ?? ''),
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

/** Returns the language of a draft as it was written in a form or a file: null for an empty text, an unknown one unchanged. */
export function readLanguage(value: string): string | null {
  return value.trim() === '' ? null : (parseLanguage(value) ?? value.trim());
}

/**
 * Returns the BCP 47 code of a language given as a code in any notation (`de`, `pt_BR`, `deu`) or by its name in English
 * or in the language itself; null if it is unknown.
 */
function parseLanguage(value: string): string | null {
  const text = value.trim();
  return canonicalizeLanguage(text.replaceAll('_', '-')) ?? getCodesByName().get(text.toLowerCase()) ?? null;
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
    .filter((code) => languageNames.of(code) !== undefined && canonicalizeLanguage(code) === code);
}
