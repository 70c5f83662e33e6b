/** Scripts in which U+200C and U+200D, between two letters, change how these are drawn. */
const joiningScripts = [
  'Arab',
  'Syrc',
  'Mong',
  'Nkoo',
  'Deva',
  'Beng',
  'Guru',
  'Gujr',
  'Orya',
  'Taml',
  'Telu',
]
  .concat(['Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr', 'Tibt'])
  .map((script) => `\\p{scx=${script}}`)
  .join('');
const joined = `[[${joiningScripts}]&&[\\p{L}\\p{M}]]`;
const emoji = '\\p{Extended_Pictographic}';

/** Sequences in which an invisible character changes what is shown. */
const visibleUses = [
  `(?<=${joined})[\\u200C\\u200D](?=${joined})`,
  // Malayalam and Sinhala also end words with U+200D.
  `(?<=[[${joiningScripts}]&&\\p{M}])\\u200D(?!\\S)`,
  `(?<=${emoji}[\\uFE0F\\p{Emoji_Modifier}]?)\\u200D(?=${emoji})`,
  `(?<=${emoji})[\\uFE0E\\uFE0F]`,
  `(?<=[0-9#*])\\uFE0F(?=\\u20E3)`,
  // Flags of regions, such as that of Scotland.
  '(?<=\\u{1F3F4})[\\u{E0020}-\\u{E007E}]{1,10}\\u{E007F}',
  // Variants of characters that have variants.
  '(?<=\\p{scx=Han})[\\uFE00-\\uFE02\\u{E0100}-\\u{E01EF}]',
  '(?<=\\p{scx=Mong})[\\u180B-\\u180D\\u180F]',
].join('|');

/** Characters that are not drawn, change the direction of text, or end a line. */
const invisible = '[\\p{Default_Ignorable_Code_Point}\\p{Zl}\\p{Zp}\\uFFF9-\\uFFFB]';

const pattern = new RegExp(`(${visibleUses})|${invisible}`, 'gv');

/**
 * Removes characters that nobody sees, such as zero-width spaces, marks that change the direction of text, and tags,
 * with which two different names look the same. Keeps them where they are seen: in emoji and between letters of scripts
 * that need them.
 */
export function removeInvisibleCharacters(text: string): string {
  return text.replace(pattern, '$1');
}

/** Returns whether a text contains characters that `removeInvisibleCharacters` removes. */
export function hasInvisibleCharacters(text: string): boolean {
  for (const [, visible] of text.matchAll(pattern)) if (visible === undefined) return true;
  return false;
}
