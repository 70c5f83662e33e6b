const maxNameLength = 60;

/** Invisible; no email client recognizes a link that contains it. */
const wordJoiner = '\u2060';

const control = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]+/gu;
/** Characters that change the direction of text or are not shown, and could hide what surrounds a name. */
const invisible = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/gu;
const url = /\b[a-z][a-z0-9+.-]{1,20}:\/\/\S*|\bwww\.\S*|\bmailto:\S*/giu;

/**
 * Quotes a name that a user has entered, for the subject or a sentence of an email: one line in quotation marks, without
 * URLs and control characters, of at most 60 characters. Email clients do not turn what is left into a link.
 */
export function quoteName(name: string): string {
  // No name is longer than a few thousand characters; the rest is not read.
  const shown = name
    .slice(0, 4_000)
    .replace(invisible, '')
    .replace(control, ' ')
    .replace(url, '…')
    .replace(/["“”„«»]/gu, '’')
    .replace(/\s+/gu, ' ')
    .trim();
  const characters = [...shown];
  const short =
    characters.length > maxNameLength
      ? `${characters
          .slice(0, maxNameLength - 1)
          .join('')
          .trimEnd()}…`
      : shown;
  return `“${withoutLinks(short)}”`;
}

/**
 * Changes a text with words of users or of web pages so that email clients show its URLs and addresses without turning
 * them into links.
 */
export function withoutLinks(text: string): string {
  return text
    .replace(/(?<=\p{L})(?=:\S)/gu, wordJoiner)
    .replace(/(?<=\S)@(?=\S)/gu, `@${wordJoiner}`)
    .replace(/(?<=\S)\.(?=\p{L})/gu, `.${wordJoiner}`);
}
