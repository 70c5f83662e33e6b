import { detectLanguage } from '#lib/dashboard/scoring/normalize-text';
import endings from './endings.json' with { type: 'json' };

/** How the names of a language take endings. All letters are in lower case without accents. */
interface EndingRule {
  /** The rule applies to names with this ending. */
  after?: string;
  /** The end of the name that the ending replaces. `$1` in the endings stands for its group. */
  replace?: string;
  /** Separated by spaces. */
  endings: string;
  /** Words that may follow each ending. */
  particles?: string;
  /** Whether a dash may stand before the ending, as in "BMW-nek". */
  dash?: boolean;
}

/** A form of a name in a text. */
export interface NameForm {
  /** In the form of `normalizeText`. */
  text: string;
  /** Whether it has an ending of a language. */
  isInflected: boolean;
}

const rulesByLanguage = new Map<string, readonly EndingRule[]>(Object.entries(endings));
const hangul = /\p{Script=Hangul}/u;

/** Returns the language of a text if names take endings in it: ISO 639-1, such as `pl`. */
export function detectInflection(text: string): string | null {
  if (hangul.test(text)) return 'ko';
  const language = detectLanguage(text);
  return rulesByLanguage.has(language) ? language : null;
}

/** Returns the forms of a name in a language: its spellings, and these with endings. */
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
 * Names of fewer letters take endings only after a dash, because most short words are something else. This does not
 * apply to Korean, whose letters are syllables.
 */
const minLetters = 3;

function inflectName(name: string, language: string): string[] {
  const isShort = language !== 'ko' && (name.match(/\p{L}/gu)?.length ?? 0) < minLetters;
  return (rulesByLanguage.get(language) ?? []).flatMap((rule) => applyRule(name, rule, isShort));
}

function applyRule(name: string, rule: EndingRule, isShort: boolean): string[] {
  const { after = '', replace = '', dash = false, particles = '' } = rule;
  const end = new RegExp(after === '' ? `${replace}$` : `(?<=${after})$`, 'u');
  if (!end.test(name)) return [];
  const following = ['', ...particles.split(' ')];
  return rule.endings.split(' ').flatMap((ending) => {
    const attached = isShort ? [] : following.map((particle) => `${name.replace(end, ending)}${particle}`);
    // A dash is normalized to a space.
    return dash ? [...attached, `${name} ${ending}`] : attached;
  });
}
