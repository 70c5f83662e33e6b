import generic from './generic-titles.json' with { type: 'json' };

/** Titles of sections and rows that are about a topic instead of a brand, and words with which such titles begin, in lower case. */
const titles = new Set(Object.values(generic).flatMap(({ titles: list }) => list));
const beginnings = new Set(Object.values(generic).flatMap(({ beginnings: list }) => list));

const maxNameLength = 60;
const maxWords = 6;
const joining = /^(?:of|the|and|&|de|la|le|les|du|von|by|for|y|und|et|di|da|van|der|den|e|i|и)$/iu;

/**
 * Returns whether a text looks like the name of a brand or product: a few words, each beginning with a capital or digit,
 * and no title of a section. Scripts without capitals are judged by their length.
 */
export function isNameLike(text: string): boolean {
  const name = text.replace(/[*_`"“”„«»[\]]+/gu, '').trim();
  if (name === '' || name.length > maxNameLength || /[?？!！。]$/u.test(name)) return false;
  const words = name.split(/[\s/&+]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const [first = ''] = words;
  if (words.length === 0 || words.length > maxWords || !/\p{L}/u.test(name)) return false;
  const lower = name.toLowerCase().replace(/[:：.]+$/u, '');
  if (titles.has(lower) || beginnings.has(first.toLowerCase())) return false;
  if (!/\p{Lu}|\p{Ll}|\p{Lt}/u.test(name)) return name.length <= 20;
  return words.every((word) => joining.test(word) || !/^\p{Ll}+$/u.test(word)) && !/^\p{Ll}+$/u.test(first);
}
