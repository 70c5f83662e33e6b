import { eld } from 'eld/extrasmall';

/** The start of a text shows its language. */
const detectedLength = 1_000;

/** Returns the language of a text: ISO 639-1, such as `en`; empty if the text has no words. */
export function detectLanguage(text: string): string {
  return eld.detect(text.slice(0, detectedLength)).language;
}
