import { listLanguagesOfWord } from '#lib/dashboard/scoring/common-words';
import { normalizeText } from '#lib/dashboard/scoring/normalize-text';

/**
 * A condition for the text of a spelling. `capitals`: a word begins with a capital letter where the name has one, so that
 * "linked in" is not LinkedIn. `umlaut`: the text has a letter such as ä where the name has two, so that "Baur" is not
 * Bauer.
 */
export type SpellingCondition = 'none' | 'capitals' | 'umlaut';

/** A way to write a name. */
export interface Spelling {
  text: string;
  condition: SpellingCondition;
}

/** Most names have fewer than 10 spellings, those with "&" about 25. */
const maxSpellings = 60;
/** A shorter name in one word is usually another word: "Go On" and "goon". */
const minClosedLetters = 5;
/** Words of fewer letters, closed up, are often part of a longer word. */
const minDistinctiveLetters = 3;

const conjunctions = 'and und et y e i och og en ja ve es és si și a un ir va dan και и та і و'.split(' ');
const conjunctionInName = /(?<=\S)\s*&\s*(?=\S)|\s+(?:and|und|et|och|og|ve)\s+/iu;

/** Legal forms without dots and in lower case. "Company" and "Group" are not among them, because names end with them. */
const legalForms = new Set(
  (
    'inc incorporated corp corporation llc llp lp ltd limited plc gmbh mbh ag kg kgaa ohg ug eg ev se sa sas sarl sàrl ' +
    'sasu srl spa sl slu sau nv bv cv bvba ab as asa aps oy oyj kk gk pty pte pvt sdn bhd tbk zrt kft nyrt doo ad ead ' +
    'eood ood sro spzoo ltda eireli ооо оао зао пао ао тов аб'
  ).split(' '),
);
/** Words between two legal forms: GmbH & Co. KG, S.A. de C.V., Co., Ltd. */
const legalConnections = new Set(['&', 'co', 'de', 'und', 'a', '']);
const leadingLegalForm = /^(?:PT|ООО|ОАО|ЗАО|ПАО|АО|ТОВ)\s+(?=\S)/u;
const easternLegalForm =
  /^(?:株式会社|有限会社|合同会社|주식회사|\(주\)|（株）|㈜|㈱)\s*|\s*(?:株式会社|有限会社|合同会社|股份有限公司|有限公司|주식회사|\(주\)|（株）|㈜|㈱)$/u;

const titles = 'dr st ste mr mrs ms prof mt'.split(' ');
const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

type Variation = (name: string) => Spelling[];

const variations: readonly Variation[] = [
  removeLegalForms,
  removeFinalPunctuation,
  writeOutSymbols,
  varyDots,
  varySpaces,
  writeOutUmlauts,
];

/** Returns the ways to write a name, normalized by `normalizeText`; the name itself is the first. */
export function listSpellings(name: string): Spelling[] {
  const clean = name.normalize('NFC').trim();
  let drafts: Spelling[] = [{ text: clean, condition: 'none' }];
  for (const vary of variations) {
    const added = drafts.flatMap(({ text, condition }) =>
      vary(text).map((other) => ({
        ...other,
        condition: condition === 'none' ? other.condition : condition,
      })),
    );
    drafts = [...drafts, ...added].slice(0, maxSpellings);
  }
  const spellings = new Map<string, SpellingCondition>();
  for (const { text, condition } of [...drafts, ...drafts.flatMap(contractUmlauts)]) {
    const normalized = normalizeText(text);
    if (normalized === '') continue;
    if (condition === 'none' || !spellings.has(normalized)) spellings.set(normalized, condition);
  }
  return Array.from(spellings, ([text, condition]) => ({ text, condition })).slice(0, maxSpellings);
}

/** Larkwarm Heating LLC, Northway GmbH & Co. KG, 株式会社イトーキ. A common word remains a part of the name: Gap Inc. */
function removeLegalForms(name: string): Spelling[] {
  const rest = removeLegalForm(name);
  return rest === name || rest.length < 2 || isWord(rest) ? [] : [{ text: rest, condition: 'capitals' }];
}

/** Returns a name without its legal forms, or the name if it has none. */
export function removeLegalForm(name: string): string {
  const tokens = name.replace(easternLegalForm, '').replace(leadingLegalForm, '').split(/\s+/u);
  let end = tokens.length;
  for (let at = tokens.length - 1; at > 0; at -= 1) {
    const token = tokens[at] ?? '';
    const isForm = /[\p{Lu}.]/u.test(token) && legalForms.has(toLetters(token));
    if (isForm) end = at;
    else if (end === tokens.length || !legalConnections.has(toLetters(token))) break;
  }
  // "Sp. z o.o." has three words.
  return tokens
    .slice(0, end)
    .join(' ')
    .replace(/,?\s+(?:sp\.?\s*z\s*o\.?\s*o\.?|s\.\s*r\.\s*o\.|d\.\s*o\.\s*o\.)$/iu, '')
    .replace(/\s*(?:,|&|\bund|\b& Co\.?|\bCo\.,?)$/u, '')
    .trim();
}

function toLetters(token: string): string {
  return token.replaceAll(/[./,()]/gu, '').toLowerCase();
}

/** Yahoo!, EP:, Jacques’, Inc. A common word keeps it: Which? */
function removeFinalPunctuation(name: string): Spelling[] {
  const rest = name.replace(/[\s!?:;,.…]+$/u, '');
  if (rest === name || rest === '' || isWord(rest)) return [];
  return [{ text: rest, condition: isDistinctive(rest) ? 'none' : 'capitals' }];
}

/** Marks & Spencer: Marks and Spencer, Marks und Spencer; Disney+: Disney Plus. */
function writeOutSymbols(name: string): Spelling[] {
  const plus = name.replace(/(?<=[\p{L}\p{N}])\+$/u, ' Plus');
  const sign = name.replace(/(?<=\p{L})\s+plus$/iu, '+');
  const parts = name.split(conjunctionInName);
  const joints = parts.length === 1 ? [] : ['&', ' & ', ...conjunctions.map((word) => ` ${word} `)];
  return [plus, sign, ...joints.map((joint) => parts.join(joint))]
    .filter((text) => text !== name)
    .map((text) => ({ text, condition: 'none' }));
}

/** Dr. Oetker: Dr Oetker, Dr.Oetker; J.Crew: J. Crew, J Crew; St Ives: St. Ives; A.B. InBev: AB InBev. Domains and .NET keep their dots. */
function varyDots(name: string): Spelling[] {
  if (/^\.|^\S+\.\p{Ll}{2,}$/u.test(name)) return [];
  const dotted = name.replace(
    /(?<![\p{L}\p{N}])(\p{L}{1,4})(?:\.\s*|\s+)(?=\p{Lu})/gu,
    (whole, word: string) =>
      whole.includes('.') || titles.includes(word.toLowerCase()) || /^\p{Lu}$/u.test(word)
        ? `${word}. `
        : whole,
  );
  if (!dotted.includes('. ')) {
    const closed = name.replaceAll('.', '');
    return closed === name || closed === '' ? [] : [{ text: closed, condition: 'capitals' }];
  }
  const initials = name
    .replace(/(?<![\p{L}\p{N}])(?:\p{Lu}\.\s?){2,}/gu, (run) => `${run.replaceAll(/[.\s]/gu, '')} `)
    .trim();
  return [
    ...['. ', '.', ' '].map((joint) => ({
      text: dotted.replaceAll('. ', joint),
      condition: 'none' as const,
    })),
    ...(initials === name ? [] : [{ text: initials, condition: 'capitals' as const }]),
  ];
}

/** Demand IQ: DemandIQ; PayPal: Pay Pal; 7-Eleven: 7Eleven. Normalization treats dashes as spaces. */
function varySpaces(name: string): Spelling[] {
  if (/[&+]/u.test(name)) return [];
  const spaced = name.replaceAll(/\s+\p{Pd}\s+/gu, ' ');
  const words = spaced.split(/[\s\p{Pd}\u200c]+/u).filter((word) => word !== '');
  const separate = /^\S+$/u.test(name) ? splitCamelCase(name) : [];
  return [
    ...(spaced === name ? [] : [{ text: spaced, condition: 'none' as const }]),
    ...joinWords(words).flatMap((text) => toClosed(text, words)),
    ...[separate, ...joinWords(separate).map((text) => text.split(' '))]
      .filter((parts) => parts.length > 1)
      .map((parts) => ({ text: parts.join(' '), condition: 'capitals' as const })),
  ];
}

/** Joins all words, and each two adjacent ones if there are three. */
function joinWords(words: readonly string[]): string[] {
  if (words.length < 2 || words.some((word) => conjunctions.includes(word.toLowerCase()))) return [];
  const [first = '', second = '', third = ''] = words;
  const pairs = words.length === 3 ? [`${first}${second} ${third}`, `${first} ${second}${third}`] : [];
  return [words.join(''), ...pairs];
}

function toClosed(text: string, words: readonly string[]): Spelling[] {
  if ((text.match(/[\p{L}\p{M}]/gu)?.length ?? 0) < minClosedLetters || isWord(text)) return [];
  return [{ text, condition: words.every(isDistinctive) ? 'none' : 'capitals' }];
}

/** Splits at a capital letter after a small one or a digit (PayPal, DemandIQ, 7Eleven) and at digits (Office365). */
function splitCamelCase(name: string): string[] {
  const parts = name.split(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{N})(?=\p{Lu}\p{Ll})|(?<=\p{L}{3})(?=\p{N})/u);
  // The first letter of "iPhone" is not a word.
  return parts.length > 1 && /^\p{L}$/u.test(parts[0] ?? '') ? [] : parts;
}

/** Müller: Mueller; Ørsted: Oersted. */
function writeOutUmlauts(name: string): Spelling[] {
  const text = name.replaceAll(/[äöüåø]/giu, (letter) => {
    const pair = umlauts[letter.toLowerCase()] ?? letter;
    return letter === letter.toLowerCase() ? pair : `${pair.charAt(0).toUpperCase()}${pair.slice(1)}`;
  });
  return text === name ? [] : [{ text, condition: 'none' }];
}

/** Mueller: Müller; Oersted: Ørsted. Normalization removes the marks. */
function contractUmlauts({ text, condition }: Spelling): Spelling[] {
  const pairs = [...text.matchAll(/[aou]e|aa/giu)];
  if (pairs.length === 0 || condition !== 'none') return [];
  const contract = ({ index }: { index: number }) => `${text.slice(0, index + 1)}${text.slice(index + 2)}`;
  const all = text.replaceAll(/([aou])e|(a)a/giu, '$1$2');
  return [...pairs.map(contract), all].map((contracted) => ({ text: contracted, condition: 'umlaut' }));
}

function isWord(text: string): boolean {
  return listLanguagesOfWord(text).length > 0;
}

function isDistinctive(word: string): boolean {
  return /^\p{N}+$/u.test(word) || (word.match(/[\p{L}\p{M}]/gu)?.length ?? 0) >= minDistinctiveLetters;
}
