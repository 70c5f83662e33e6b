import { detectLanguage } from '#lib/dashboard/scoring/normalize-text';
import type { FoundPhrase } from '#lib/dashboard/scoring/sentence-context';
import { findFirstFrom, type TextRange } from '#lib/dashboard/scoring/text-ranges';

/** Second parts of English compounds: "nike-owned" is prose even in lower case, "notion-cli" is a program. */
const compoundWords = new Set(
  (
    'owned based like style styled branded made powered compatible ready inspired led backed exclusive friendly ' +
    'specific certified approved designed built related only free level quality sized type'
  ).split(' '),
);
/** Second parts that make a name a program or package even if it is capitalized: "Notion-cli" at the start of a sentence. */
const packageWords = new Set('cli sdk js ts py rs npm lib utils config css'.split(' '));
/** Languages that write nouns in compounds with a capital letter: "Einhell-Akku". In others, "Rust-Oleum" is another name. */
const languagesWithCapitalNouns = new Set(['de', 'lb']);
const minCompoundLetters = 2;
/** Characters of a compound or path that are read; more are not part of a word. */
const maxWordLength = 60;

/** A text in which mentions are selected. What takes long is computed once, when it is needed first. */
export class MentionContext {
  readonly text: string;
  private readonly starts: () => ReadonlySet<number>;
  private knownStarts: ReadonlySet<number> | undefined;
  private knownCode: TextRange[] | undefined;
  private knownLanguage: string | undefined;

  /** @param starts returns the offsets at which names of brands begin */
  constructor(text: string, starts: () => ReadonlySet<number>) {
    this.text = text;
    this.starts = starts;
  }

  get language(): string {
    this.knownLanguage ??= detectLanguage(this.text);
    return this.knownLanguage;
  }

  startsName(at: number): boolean {
    this.knownStarts ??= this.starts();
    return this.knownStarts.has(at);
  }

  /** Returns whether an offset is in a code span or a fenced block. */
  isInCode(at: number): boolean {
    this.knownCode ??= findCode(this.text);
    const next = findFirstFrom(this.knownCode, at + 1);
    return (this.knownCode[next - 1]?.end ?? 0) > at;
  }
}

// A span ends on its line.
const codePattern =
  /^ {0,3}(?:```|~~~)[\s\S]*?(?:^ {0,3}(?:```|~~~)|$(?![\s\S]))|(?<!`)(`{1,2})(?!`)[^`\n]+\1(?!`)/gmu;

function findCode(text: string): TextRange[] {
  return Array.from(text.matchAll(codePattern), ({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }));
}

/** Returns whether a phrase that was found as whole words is a mention of its brand. */
export function isMention(phrase: FoundPhrase, context: MentionContext, matchCase: boolean): boolean {
  const { start, end, spelling } = phrase;
  const { text } = context;
  const before = text.slice(Math.max(0, start - 1), start);
  // "$3M" is an amount, "$NKE" a share, and "°C" a unit.
  if (/[$€£¥₩₹°]/u.test(before)) return false;
  // In "ASP.NET", ".NET" is not a mention.
  if (/^\p{P}/u.test(spelling) && /[\p{L}\p{N}]/u.test(before)) return false;
  const written = text.slice(start, end);
  return (
    isInflectionOf(written, phrase) &&
    isSpellingOf(written, phrase) &&
    !isPartOfPath(text, phrase) &&
    !isPartOfOtherWord(written, phrase, context) &&
    (!matchCase || hasSameCase(written, spelling) || isCaseExempt(text, phrase))
  );
}

function isInflectionOf(written: string, { spelling, isInflected }: FoundPhrase): boolean {
  if (!isInflected) return true;
  // Before an apostrophe, the name without the ending is found: Python's.
  if (anyApostrophe.test(written) && !anyApostrophe.test(spelling)) return false;
  // An ending follows a name directly or after a dash, never after a space.
  if (countWords(written) > Math.max(countWords(spelling), countParts(spelling))) return false;
  // In lower case, a name with an ending can be another word: in Finnish, "koneen" means "of the machine", "Koneen" "of Kone".
  return !(/^\p{Lu}/u.test(spelling) && /^\p{Ll}/u.test(written));
}

const countWords = (text: string) => text.split(/\s+/u).length;
const countParts = (text: string) => text.split(/[\s\p{Pd}.]+/u).length;

function isSpellingOf(written: string, { spelling, condition }: FoundPhrase): boolean {
  if (condition === 'umlaut' && !/[äöüåøæ]/iu.test(written.normalize('NFC'))) return false;
  if (condition === 'capitals' && !keepsCapitals(written, spelling)) return false;
  return isSameApostrophe(written, spelling);
}

/** Returns whether each word of a text begins with a capital letter if the name has one at this place. */
function keepsCapitals(written: string, spelling: string): boolean {
  const letters = Array.from(fold(spelling));
  let index = 0;
  for (const word of written.split(/[^\p{L}\p{N}\p{M}'’]+/u)) {
    const folded = Array.from(fold(word));
    if (/\p{Lu}/u.test(letters[index] ?? '') && /\p{Ll}/u.test(folded[0] ?? '')) return false;
    index += folded.length;
  }
  return true;
}

const anyApostrophe = /['\u2018\u2019\u02bc\u00b4\u2032]/u;
const innerApostrophe = /(?<=[\p{L}\p{N}])['\u2018\u2019\u02bc\u00b4\u2032](?=\p{L})/u;
/** Shorter names with an apostrophe are usually other words: "it's" and ITS. */
const minLettersWithApostrophe = 5;

/** Returns whether an apostrophe may be left out of a name: "she'll" is not Shell, but "Levi's" is Levis. */
function isSameApostrophe(written: string, spelling: string): boolean {
  if (!anyApostrophe.test(written) || anyApostrophe.test(spelling)) return true;
  const found = innerApostrophe.exec(written);
  if (!found || countWords(written) > 1 || /[^\p{Script=Latin}\p{P}]/u.test(written)) return true;
  const rest = written.slice(found.index + 1);
  return (
    fold(written).length >= minLettersWithApostrophe &&
    (/^s/iu.test(rest) || rest.length > minCompoundLetters + 1)
  );
}

/** Returns whether a phrase is in a path, a package or an option of a program: /etc/notion, @notion/client, --notion. */
function isPartOfPath(text: string, { start, end }: TextRange): boolean {
  if (!'/\\@-'.includes(text.charAt(start - 1) || ' ')) return false;
  const before = text.slice(Math.max(0, start - maxWordLength), start);
  const word = before.slice(before.search(/\S*$/u));
  const after = /^\S*/u.exec(text.slice(end, end + maxWordLength))?.[0] ?? '';
  if (/^[('"`]*--?$/u.test(word)) return /^\p{Ll}/u.test(text.slice(start, end));
  return (
    /^[('"`]*(?:\.{0,2}|~)\/[\w@.-]*(?:\/|$)/u.test(word) ||
    /^[('"`]*[A-Za-z]:\\/u.test(word) ||
    (/^[('"`]*@[\w-]*(?:\/|$)/u.test(word) && `${word}${after}`.includes('/'))
  );
}

/**
 * Returns whether a phrase is joined by a hyphen to something that makes it another name. A compound counts in prose
 * (Nike-owned, Einhell-Akku, Яндекс-такси), but not in code or in lower case (notion-cli).
 */
function isPartOfOtherWord(written: string, phrase: FoundPhrase, context: MentionContext): boolean {
  const { text } = context;
  const { start, end } = phrase;
  const next = isHyphen(text.charAt(end))
    ? /^.(\p{L}[\p{L}\p{M}\p{N}]*)/u.exec(text.slice(end, end + maxWordLength))?.[1]
    : undefined;
  const previous = isHyphen(text.charAt(start - 1)) ? readWordBefore(text, start - 1) : undefined;
  const joined = next ?? previous;
  if (joined === undefined) return false;
  if (context.isInCode(start)) return true;
  const isLowerCase = (part: string) =>
    /^[\p{Ll}\p{N}_]/u.test(part) && /^[\p{Script=Latin}\p{N}_]/u.test(part);
  if (packageWords.has(joined)) return true;
  // A name that is always in lower case (adidas) or has a dot (bol.com) is no package because of that.
  const hasOwnCase = !/\p{Lu}/u.test(phrase.spelling) || written.includes('.');
  if (isLowerCase(written) && isLowerCase(joined) && !hasOwnCase) return !compoundWords.has(joined);
  if (next === undefined) return false;
  if ((written.match(/\p{L}/gu)?.length ?? 0) < minCompoundLetters) return true;
  if (!/^(?=\p{Lu})\p{Script=Latin}/u.test(next) || context.startsName(end + 1)) return false;
  if (compoundWords.has(next.toLowerCase())) return false;
  return !languagesWithCapitalNouns.has(context.language);
}

function isHyphen(character: string): boolean {
  return character === '-' || character === '‐' || character === '‑';
}

/** Returns the letters and digits before an offset; undefined if there are none. */
function readWordBefore(text: string, end: number): string | undefined {
  let start = end;
  while (end - start < maxWordLength && /[\p{L}\p{M}\p{N}_]/u.test(text.charAt(start - 1))) start -= 1;
  return start === end ? undefined : text.slice(start, end);
}

const maxLineLength = 500;

/**
 * Returns whether a text has the same case as a name. Letters after the first different one are not compared, because they
 * belong to an ending: “Żabki” has the case of “Żabka”.
 */
function hasSameCase(written: string, name: string): boolean {
  const foldedText = Array.from(fold(written));
  const foldedName = Array.from(fold(name));
  const differing = foldedText.findIndex((character, index) => character !== foldedName[index]);
  if (differing < 0) return true;
  return (foldedText[differing] ?? '').toLowerCase() !== (foldedName[differing] ?? '').toLowerCase();
}

/** Shorter names in capital letters are usually other words: "DEALS ON PHONES", "Pokémon GO". */
const minCapitalLetters = 4;

/** Returns whether the case of a phrase says nothing: ALL CAPS, and a first capital letter in a heading. */
function isCaseExempt(text: string, { start, end, spelling }: FoundPhrase): boolean {
  const written = text.slice(start, end);
  const letters = fold(written);
  if (isCapitals(written)) return letters.length >= minCapitalLetters;
  const before = text.slice(Math.max(0, start - maxLineLength), start);
  const [rest = ''] = text.slice(end, end + maxLineLength).split('\n', 1);
  const line = `${before.slice(before.lastIndexOf('\n') + 1)}${written}${rest}`;
  const isHeading = /^\s{0,3}(?:#{1,6}\s|\*\*[^*]+\*\*:?\s*$|__[^_]+__:?\s*$)/u.test(line);
  return isHeading && /^\p{Lu}/u.test(letters) && hasSameCase(letters.slice(1), fold(spelling).slice(1));
}

function isCapitals(text: string): boolean {
  return (text.match(/\p{Lu}/gu)?.length ?? 0) > 1 && !/\p{Ll}/u.test(text);
}

/** Removes differences of width and accents, and everything but letters, digits and signs; the case remains. */
function fold(text: string): string {
  return text.normalize('NFKD').replace(/[\p{M}\s\p{P}]+/gu, '');
}
