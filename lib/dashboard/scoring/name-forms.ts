import { detectLanguage } from '#lib/dashboard/scoring/normalize-text';
import { compilePhraseFinder } from '#lib/dashboard/scoring/text-ranges';
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

/** A form of a name in a text. */
export interface NameForm {
  /** Normalized by `normalizeText`. */
  text: string;
  /** Whether it has an ending of a language. */
  isInflected: boolean;
}

const rulesByLanguage = new Map<string, readonly EndingRule[]>(Object.entries(endings));
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

/** The rules of all languages except Korean, with the pattern of the names they apply to and the list of endings. */
const allRules = [...rulesByLanguage]
  .filter(([language]) => language !== 'ko')
  .flatMap(([, rules]) => rules)
  .map((rule) => ({ ...rule, pattern: getEndPattern(rule), list: rule.endings.split(' ') }));
/** Endings that may follow a dash. Normalization replaces the dash by a space, so they are looked up as a separate word. */
const dashEndings = new Set(allRules.flatMap(({ dash, list }) => (dash ? list : [])));
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
 * except Korean. Names and text must be normalized by `normalizeText`.
 */
export function compileInflectionCheck(names: readonly string[]): (text: string) => boolean {
  const byStem = Map.groupBy(
    [...new Set(names.flatMap((name) => (name === '' ? [] : listSpellings(name))))].map(splitName),
    ({ stem }) => stem,
  );
  const find = compilePhraseFinder([...byStem.keys()].filter((stem) => stem !== ''));
  const groups = [...byStem.values()].filter(([first]) => first?.stem !== '');
  const hasEmptyStem = byStem.has('');
  return (text) =>
    hasEmptyStem ||
    find(text).some(({ phraseIndex, end }) =>
      (groups[phraseIndex] ?? []).some(({ rest, next }) => {
        if (!text.startsWith(rest, end)) return true;
        const after = end + rest.length;
        wordAfterSpace.lastIndex = after;
        const word = wordAfterSpace.exec(text)?.[1];
        return word === undefined ? next.has(text.charAt(after)) : dashEndings.has(word);
      }),
    );
}

function splitName(name: string): SplitName {
  const next = new Set<string>();
  let length = name.length;
  for (const { pattern, list } of allRules) {
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

function getEndPattern({ after = '', replace = '' }: EndingRule): RegExp {
  return new RegExp(after === '' ? `${replace}$` : `(?<=${after})$`, 'u');
}

/** Returns the forms of a name in a language: its spellings with and without endings. */
export function listForms(name: string, language: string | null): NameForm[] {
  if (name === '') return [];
  const names = listSpellings(name);
  const inflected = language === null ? [] : names.flatMap((form) => inflectName(form, language));
  const others = new Set(inflected.filter((form) => !names.includes(form)));
  return [
    ...names.map((text) => ({ text, isInflected: false })),
    ...[...others].map((text) => ({ text, isInflected: true })),
  ];
}

const conjunctions = 'and und et y e i och og en ja ve es и та'.split(' ');

/** Returns a name with and without its spaced dashes, and with each way to write its "&" or "and". */
function listSpellings(name: string): string[] {
  const names = [...new Set([name, name.replaceAll(' - ', ' ')])];
  return names.flatMap((spelling) => {
    const parts = spelling.split(/(?<=\S)\s*&\s*(?=\S)|\s+and\s+/u);
    if (parts.length === 1) return [spelling];
    const joined = ['&', ' & ', ...conjunctions.map((word) => ` ${word} `)].map((word) => parts.join(word));
    return [...new Set([spelling, ...joined])];
  });
}

/**
 * Names with fewer letters take endings only after a dash, because a short name with an ending is usually another word.
 * This does not apply to Korean, whose letters are syllables.
 */
const minLetters = 3;

function inflectName(name: string, language: string): string[] {
  const isShort = language !== 'ko' && (name.match(/\p{L}/gu)?.length ?? 0) < minLetters;
  return (rulesByLanguage.get(language) ?? []).flatMap((rule) => applyRule(name, rule, isShort));
}

function applyRule(name: string, rule: EndingRule, isShort: boolean): string[] {
  const { dash = false, particles = '' } = rule;
  const end = getEndPattern(rule);
  if (!end.test(name)) return [];
  const following = ['', ...particles.split(' ')];
  return rule.endings.split(' ').flatMap((ending) => {
    const attached = isShort ? [] : following.map((particle) => `${name.replace(end, ending)}${particle}`);
    // A dash is normalized to a space.
    return dash ? [...attached, `${name} ${ending}`] : attached;
  });
}
