const letter = /[\u05d0-\u05ea\u0620-\u064a]/u;
const nameLetter = /[\p{L}\p{N}]/u;

/** Articles, conjunctions and prepositions that Arabic and Hebrew attach to the next word, in normalized letters. */
const prefixes = new Set(
  (
    'و ف ب ك ل ال س أ وال فال بال كال لل ولل فلل وب ول وك فب فل فك وبال وكال فبال فكال ' +
    'ו ה ב ל מ ש כ וה וב ול ומ וש וכ שה שב של שמ שכ מה כש וכש כשה מש לכש ושה ושב ושל מכ בכ לה ' +
    'ומה והב שבה'
  ).split(' '),
);
const maxPrefixLength = 4;
/** Shorter names with a prefix are usually other words. */
const minLetters = 3;

/**
 * Returns whether only an attached prefix is before an offset of a normalized text: "والمراعي", "בגוגל".
 */
export function followsAttachedPrefix(text: string, at: number): boolean {
  if (!letter.test(text.charAt(at - 1))) return false;
  let start = at - 1;
  while (start > 0 && letter.test(text.charAt(start - 1)) && at - start <= maxPrefixLength) start -= 1;
  return !nameLetter.test(text.charAt(start - 1)) && prefixes.has(text.slice(start, at));
}

/** Returns whether a name is long enough to have a prefix. */
export function canHavePrefix(name: string): boolean {
  return name.length >= minLetters;
}

/** Returns how a normalized name with the Arabic article is written after "ل": للمراعي. */
export function listAssimilatedForms(name: string): string[] {
  return name.startsWith('ال') && name.length > minLetters + 1 ? [`لل${name.slice(2)}`] : [];
}
