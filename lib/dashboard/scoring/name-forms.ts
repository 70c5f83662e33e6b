import { listAssimilatedForms } from '#lib/dashboard/scoring/attached-prefixes';
import { listSpellings, type Spelling } from '#lib/dashboard/scoring/name-spellings';
import { detectLanguage } from '#lib/dashboard/scoring/normalize-text';
import { compilePhraseFinder, type PhraseMatch } from '#lib/dashboard/scoring/phrase-finder';
import endings from './endings.json' with { type: 'json' };

/** A rule that adds endings to names in a language. All letters are in lower case without accents. */
interface EndingRule {
  /** A pattern: the rule applies only to names that end with it. */
  after?: string;
  /** A pattern: the end of the name that the endings replace. `$1` in the endings stands for its group. */
  replace?: string;
  /** The endings, separated by spaces. */
  endings: string;
  /** Particles that may be attached to each ending, separated by spaces. */
  particles?: string;
  /** Whether a dash may stand before the ending, as in "BMW-nek". */
  dash?: boolean;
}

/** A form of a name in a text, normalized by `normalizeText`. */
export interface NameForm extends Spelling {
  /** Whether it has an ending of a language, such as a plural or a genitive. */
  isInflected: boolean;
}

/** A rule with its parts as they are used. */
interface PreparedRule {
  /** The part of a name that the endings replace, or its end if they are added to it. */
  pattern: RegExp;
  endings: readonly string[];
  /** What may follow an ending: nothing or a particle. */
  particles: readonly string[];
  dash: boolean;
}

const rulesByLanguage = new Map(
  Object.entries<EndingRule[]>(endings).map(([language, rules]) => [language, rules.map(prepareRule)]),
);
const hangul = /\p{Script=Hangul}/u;

/**
 * Returns the language of a text (ISO 639-1, such as `pl`) if names take endings in it; otherwise null.
 * @param mayInflect returns whether the text may contain a name with an ending. If not, the language is not detected,
 *   because that takes as long as the rest of the matching.
 */
export function detectInflectedLanguage(text: string, mayInflect: () => boolean): string | null {
  if (hangul.test(text)) return 'ko';
  if (!mayInflect()) return null;
  const language = detectLanguage(text);
  return rulesByLanguage.has(language) ? language : null;
}

/** Endings of an adjective before a noun, in languages where both are inflected: Нова пошта, Новою поштою. */
const adjectiveEndings: Record<string, [pattern: RegExp, endings: string][]> = {
  ru: [
    [/ая$/u, 'ои ую'],
    [/[ыио]и$/u, 'ого ому ым им ом ем его ему'],
    [/ое$/u, 'ого ому ым ом'],
    [/ые$/u, 'ых ым ыми'],
  ],
  uk: [
    [/а$/u, 'оі іи у ою'],
    [/ии$/u, 'ого ому им ім'],
    [/е$/u, 'ого ому им ім'],
  ],
  pl: [
    [/a$/u, 'ej a'],
    [/[yi]$/u, 'ego emu ym im iego iemu'],
    [/e$/u, 'ego emu ym ych ymi'],
  ],
  cs: [
    [/a$/u, 'e ou'],
    [/y$/u, 'eho emu ym em'],
    [/e$/u, 'eho emu ym em'],
  ],
};

/** The rules of all languages except Korean. */
const allRules = [...rulesByLanguage].filter(([language]) => language !== 'ko').flatMap(([, rules]) => rules);
/** Endings that may follow a dash. Normalization replaces the dash by a space, so they are looked up as a separate word. */
const dashEndings = new Set(allRules.flatMap((rule) => (rule.dash ? rule.endings : [])));
const wordAfterSpace = / ([\p{L}\p{M}]*)/uy;

/** A name, split where endings of any language may begin. */
interface SplitName {
  /** The part that no ending replaces. */
  stem: string;
  /** The part after the stem. */
  rest: string;
  /** The letters that follow the name in its forms. */
  next: ReadonlySet<string>;
}

/**
 * Compiles names into a function that returns whether a text may contain one of them with an ending of any language
 * except Korean. The text must be normalized by `normalizeText`.
 * @returns a function of the text and of whether a word may begin at an offset
 */
export function compileInflectionCheck(
  names: readonly string[],
): (text: string, canStart?: (at: number) => boolean) => boolean {
  const byStem = Map.groupBy(
    [...new Set(names.flatMap((name) => listSpellings(name).map(({ text }) => text)))].map(splitName),
    ({ stem }) => stem,
  );
  const find = compilePhraseFinder([...byStem.keys()].filter((stem) => stem !== ''));
  const groups = [...byStem.values()].filter(([first]) => first?.stem !== '');
  const hasEmptyStem = byStem.has('');
  return (text, canStart = () => true) => {
    let mayInflect = hasEmptyStem;
    const visit = ({ phraseIndex, end }: PhraseMatch) => {
      mayInflect = (groups[phraseIndex] ?? []).some((name) => mayHaveEnding(text, end, name));
      return !mayInflect;
    };
    if (!mayInflect) find(text, { canStart, visit });
    return mayInflect;
  };
}

/** Returns whether what follows the stem of a name in a text may be an ending. */
function mayHaveEnding(text: string, stemEnd: number, { rest, next }: SplitName): boolean {
  if (!text.startsWith(rest, stemEnd)) return true;
  const after = stemEnd + rest.length;
  wordAfterSpace.lastIndex = after;
  const word = wordAfterSpace.exec(text)?.[1];
  return word === undefined ? next.has(text.charAt(after)) : dashEndings.has(word);
}

const allAdjectives = Object.values(adjectiveEndings).flat();

function splitName(name: string): SplitName {
  const next = new Set<string>();
  let length = name.length;
  const [adjective = '', noun, ...others] = name.split(' ');
  if (noun !== undefined && others.length === 0) {
    for (const [pattern] of allAdjectives)
      length = Math.min(length, pattern.exec(adjective)?.index ?? length);
  }
  for (const { pattern, endings: list } of allRules) {
    const found = pattern.exec(name);
    if (!found) continue;
    length = Math.min(length, found.index);
    const [replaced, group = ''] = found;
    for (const ending of list) {
      const written = ending.replaceAll('$1', group);
      if (written.startsWith(replaced)) next.add(written.charAt(replaced.length));
    }
  }
  return { stem: name.slice(0, length), rest: name.slice(length), next };
}

function prepareRule({
  after = '',
  replace = '',
  endings: list,
  particles = '',
  dash = false,
}: EndingRule): PreparedRule {
  const pattern = new RegExp(after === '' ? `${replace}$` : `(?<=${after})$`, 'u');
  return { pattern, endings: list.split(' '), particles: ['', ...particles.split(' ')], dash };
}

/** Returns the forms of a name in a language: its spellings with and without endings. */
export function listForms(name: string, language: string | null): NameForm[] {
  const spellings = listSpellings(name);
  const forms = new Map<string, NameForm>();
  for (const spelling of spellings) forms.set(spelling.text, { ...spelling, isInflected: false });
  for (const { text, condition } of spellings) {
    for (const assimilated of listAssimilatedForms(text)) {
      forms.set(assimilated, { text: assimilated, condition, isInflected: false });
    }
    const inflected =
      language === null ? [] : [...inflectName(text, language), ...inflectAdjective(text, language)];
    for (const form of inflected) {
      if (!forms.has(form)) forms.set(form, { text: form, condition, isInflected: true });
    }
  }
  return [...forms.values()];
}

/**
 * Names with fewer letters take endings only after a dash, because a short name with an ending is usually another word.
 * This does not apply to Korean, whose letters are syllables.
 */
const minLetters = 3;

function inflectName(name: string, language: string): string[] {
  const isShort = language !== 'ko' && (name.match(/[\p{L}\p{M}]/gu)?.length ?? 0) < minLetters;
  return (rulesByLanguage.get(language) ?? []).flatMap((rule) => applyRule(name, rule, isShort));
}

/** Inflects both words of a name whose first is an adjective. */
function inflectAdjective(name: string, language: string): string[] {
  const [adjective = '', noun, ...others] = name.split(' ');
  if (noun === undefined || others.length > 0) return [];
  const adjectives = (adjectiveEndings[language] ?? [])
    .filter(([pattern]) => pattern.test(adjective))
    .flatMap(([pattern, list]) => list.split(' ').map((ending) => adjective.replace(pattern, ending)));
  if (adjectives.length === 0) return [];
  const nouns = [noun, ...inflectName(noun, language)].filter((form) => !form.includes(' '));
  return adjectives.flatMap((first) => nouns.map((second) => `${first} ${second}`));
}

function applyRule(
  name: string,
  { pattern, endings: list, particles, dash }: PreparedRule,
  isShort: boolean,
): string[] {
  if (!pattern.test(name)) return [];
  return list.flatMap((ending) => {
    const attached = isShort
      ? []
      : particles.map((particle) => `${name.replace(pattern, ending)}${particle}`);
    // A dash is normalized to a space.
    return dash ? [...attached, `${name} ${ending}`] : attached;
  });
}
