import { eld } from 'eld/extrasmall';
import type { LRUCache } from 'lru-cache';
import { parse } from 'tldts';
import { numberSigns, type TextRange } from '#lib/dashboard/scoring/text-ranges';

const space = /\s+/uy;
// A character with its combining marks, which are normalized together. In the scripts of India a mark is a vowel and can
// begin an ending, so only marks that compose with the character belong to it.
const clusters =
  /[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?|[\u0900-\u0dff\u1000-\u109f\u1780-\u17ff][\u093c\u09bc\u0a3c\u0abc\u0b3c]?[\u09be\u09d7\u0b3e\u0b56\u0b57\u0bbe\u0bd7\u0c56\u0cc2\u0cd5\u0cd6\u0d3e\u0d57\u0dca\u0dcf\u0ddf]*|\P{M}[\p{M}\uff9e\uff9f]*|\p{M}+/gu;
// Marks that do not change the letter: accents of Latin, Greek and Cyrillic, and vowels of Arabic and Hebrew. NFD also
// separates the hamza from its carrier. In other scripts marks are vowels or change the letter.
const accents =
  /[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]/gu;
/** Letters without decomposition, and letters of Arabic and Hebrew that are written in several forms. */
const letterForms: Record<string, string> = {
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ĸ: 'k',
  ŋ: 'n',
  ə: 'e',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ې: 'ي',
  ک: 'ك',
  ة: 'ه',
  ۀ: 'ه',
  ہ: 'ه',
  ھ: 'ه',
  ך: 'כ',
  ם: 'מ',
  ן: 'נ',
  ף: 'פ',
  ץ: 'צ',
};
const variantLetters = new RegExp(`[${Object.keys(letterForms).join('')}]`, 'gu');
const otherDigits = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef]/gu;
// Soft hyphens, joiners, direction marks, variation selectors and the Arabic elongation.
const invisible = /[\u00ad\u0640\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]|\ufe0f/gu;

/** A range of the original text and the offset of its normalized form. */
interface Piece extends TextRange {
  /** Offset in the normalized text. */
  at: number;
  /** Whether UTF-16 code units correspond one to one. */
  isAligned: boolean;
}

/** Caches the normalized form of characters. Without it, normalizing a Japanese text takes five times as long. */
export type CharacterCache = LRUCache<string, string>;

/** A normalized text that maps its ranges back to the original. */
export class NormalizedText {
  text = '';
  private readonly pieces: Piece[] = [];
  private computedOffsets: { starts: Int32Array; ends: Int32Array } | undefined;

  add(normalized: string, start: number, end: number, isAligned: boolean): void {
    if (normalized === '') return;
    this.pieces.push({ at: this.text.length, start, end, isAligned });
    this.text += normalized;
  }

  /** Returns the original range of a normalized range; undefined if the range begins or ends within one original character (ﬁ, ½). */
  toOriginal({ start, end }: TextRange): TextRange | undefined {
    const from = this.toOriginalStart(start);
    const { ends, starts } = this.offsets;
    const isWhole = from !== undefined && starts[end - 1] !== starts[end];
    return isWhole ? { start: from, end: ends[end - 1] ?? from } : undefined;
  }

  /** Returns the original offset of a normalized one; undefined within one original character. */
  toOriginalStart(at: number): number | undefined {
    const { starts } = this.offsets;
    return starts[at] === starts[at - 1] ? undefined : starts[at];
  }

  /** The original range of each normalized code unit, computed when it is needed first. */
  private get offsets(): { starts: Int32Array; ends: Int32Array } {
    if (this.computedOffsets) return this.computedOffsets;
    const starts = new Int32Array(this.text.length);
    const ends = new Int32Array(this.text.length);
    for (const [index, { at, start, end, isAligned }] of this.pieces.entries()) {
      const next = this.pieces[index + 1]?.at ?? this.text.length;
      for (let unit = at; unit < next; unit += 1) {
        starts[unit] = isAligned ? start + unit - at : start;
        ends[unit] = isAligned ? start + unit - at + 1 : end;
      }
    }
    this.computedOffsets = { starts, ends };
    return this.computedOffsets;
  }
}

/**
 * What counts as a space: a dash between words, the joiner of Persian, and the number of an item. Coca-Cola, Coca–Cola,
 * Coca Cola; ①Coca Cola.
 */
const spaceLike = new RegExp(
  String.raw`(?<=\S)[-\u2010-\u2015\u2212\u05be\ufe63\uff0d](?=\S)|(?<=[\u0600-\u06ff])\u200c(?=[\u0600-\u06ff])|[${numberSigns}]`,
  'gu',
);

/** Replaces each masked code unit. It is neither a word character nor white space, so nothing matches across it. */
const mask = '\ufffc';

/**
 * What a reader does not see or does not distinguish: marks of Markdown and HTML around words, brackets and targets of
 * links, escapes, quotes and apostrophes, signs of trademarks, and the dots within A.T.U.
 */
const unseen =
  /\*+|~~|(?<![\p{L}\p{N}_])_{1,3}(?=[^\s_])|(?<=[^\s_])_{1,3}(?![\p{L}\p{N}_])|\\(?=[!-/:-@[-`{-~])|<\/?(?:b|strong|i|em|u|s|mark|span|sup|sub|small|a)\b[^<>\n]{0,300}>|\[(?=[^[\]\n]{1,200}\]\ufffc)|\]\ufffc+|&(?:amp|#38|#39|apos|quot|rsquo|lsquo|nbsp);|["'\u2018-\u201f\u00ab\u00bb\u02bc\u02bb\u00b4\u2032\u2033\u05f3\u05f4\uff02\uff07®™©℠]|(?<=(?<![\p{L}\p{N}])\p{Lu})\.(?=\p{Lu}(?![\p{L}\p{N}]))/gu;
const entities: Record<string, string> = { '&amp;': '&', '&#38;': '&', '&nbsp;': ' ' };

/**
 * Removes differences of case, width, compatibility forms, accents, letter forms, quotes, dashes and marks of Markdown.
 * White space becomes one space, or a line break if it contains an empty line.
 */
export function normalizeWithOffsets(text: string, cache?: CharacterCache): NormalizedText {
  const normalized = new NormalizedText();
  const original = text.replace(spaceLike, ' ');
  let at = 0;
  for (const { 0: found, index } of original.matchAll(unseen)) {
    normalizeRange(original, at, index, normalized, cache);
    at = index + found.length;
    normalized.add(entities[found] ?? '', index, at, false);
  }
  normalizeRange(original, at, original.length, normalized, cache);
  return normalized;
}

function normalizeRange(
  original: string,
  start: number,
  end: number,
  normalized: NormalizedText,
  cache: CharacterCache | undefined,
): void {
  for (let at = start; at < end; ) {
    const asciiEnd = findAsciiEnd(original, at, end);
    if (asciiEnd > at) normalized.add(original.slice(at, asciiEnd).toLowerCase(), at, asciiEnd, true);
    at = asciiEnd > at ? asciiEnd : normalizeCluster(original, at, normalized, cache);
  }
}

/** Returns the normalized form of a name or phrase. */
export function normalizeText(original: string): string {
  return normalizeWithOffsets(original).text.trim();
}

/** Returns the end of the printable ASCII text with single spaces that starts at `at`, at most `limit`. */
function findAsciiEnd(text: string, at: number, limit: number): number {
  let end = at;
  for (let unit = text.charCodeAt(end); end < limit; end++) {
    const next = text.charCodeAt(end + 1);
    if (!isPrintableAscii(unit) && !(unit === 0x20 && isPrintableAscii(next))) break;
    unit = next;
  }
  // A combining mark may follow the last character.
  return end < text.length && end > at && text.charCodeAt(end) > 0x7f ? end - 1 : end;
}

function isPrintableAscii(unit: number): boolean {
  return unit > 0x20 && unit < 0x7f;
}

/** Returns the value of an Arabic, Persian, Devanagari or Bengali digit. The Indian ones begin at an offset of 6. */
function toDigit(unit: number): string {
  return String((unit & 15) - (unit < 0x900 ? 0 : 6));
}

/** Adds the normalized cluster at `at` and returns where it ends. */
function normalizeCluster(
  original: string,
  at: number,
  normalized: NormalizedText,
  cache: CharacterCache | undefined,
): number {
  space.lastIndex = at;
  const white = space.exec(original)?.[0];
  if (white !== undefined) {
    const breaks = white === ' ' ? 0 : (white.match(/\r\n|[\r\n\u2028\u2029]/gu)?.length ?? 0);
    normalized.add(breaks > 1 ? '\n' : ' ', at, at + white.length, false);
    return at + white.length;
  }
  clusters.lastIndex = at;
  const cluster = clusters.exec(original)?.[0] ?? original.charAt(at);
  normalized.add(normalizeCharacter(cluster, cache), at, at + cluster.length, false);
  return at + cluster.length;
}

function normalizeCharacter(cluster: string, cache: CharacterCache | undefined): string {
  const cached = cache?.get(cluster);
  if (cached !== undefined) return cached;
  const normalized = cluster
    .replace(/[\u2010-\u2015\u2212]/gu, '-')
    .normalize('NFKC')
    // Upper case first, so that ß equals ss and ς equals σ.
    .toUpperCase()
    .toLowerCase()
    .normalize('NFD')
    .replace(accents, '')
    .normalize('NFC')
    .replace(variantLetters, (letter) => letterForms[letter] ?? letter)
    .replace(otherDigits, (digit) => toDigit(digit.charCodeAt(0)))
    .replace(invisible, '')
    .replace(/\s+/gu, ' ');
  cache?.set(cluster, normalized);
  return normalized;
}

// The patterns cannot backtrack quadratically: the time of a search grows linearly with the length of the text.
const markdownLinkPattern =
  /(!?)\[([^[\]\n]*)\]\((?:<[^<>\n]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:\s+"[^"\n]*")?\)/gu;
// The part of an email address before "@" has at most 64 characters (RFC 5321).
const urlPattern =
  /(?:\b[a-z][a-z0-9+.-]{0,30}:\/\/|\bwww\.|\bmailto:)[^\s<>"'\])}\ufffc]+|[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/giu;
const hostPattern =
  /(?<![\p{L}\p{N}@/.\-_])(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?![\p{L}\p{N}-])(?::\d+)?(\/[^\s<>"'\])}\ufffc]*)?/giu;

/** Occurs in every URL, email address and host. */
const urlHintPattern = /:\/\/|@|www\.|mailto:|\.[a-z]/giu;

/**
 * Masks URLs, email addresses, targets of Markdown links, link texts that are URLs, and hosts such as `ruby-lang.org`
 * unless the host is a brand's name (Booking.com). The length of the text stays the same.
 */
export function maskUrls(text: string, isName: (host: string) => boolean): string {
  const unlinked = text.includes('](')
    ? text.replace(markdownLinkPattern, (whole: string, imageMark: string, label: string) => {
        const shown = isUrl(label.trim()) ? mask.repeat(label.length) : label;
        return `${imageMark}[${shown}]${mask.repeat(whole.length - imageMark.length - label.length - 2)}`;
      })
    : text;
  // URLs contain no white space, so only words with a hint are searched.
  let result = '';
  let end = 0;
  urlHintPattern.lastIndex = 0;
  for (let hint = urlHintPattern.exec(unlinked); hint; hint = urlHintPattern.exec(unlinked)) {
    const start = findWordStart(unlinked, hint.index);
    result += unlinked.slice(end, start);
    end = findWordEnd(unlinked, hint.index);
    result += maskWord(unlinked.slice(start, end), isName);
    urlHintPattern.lastIndex = end;
  }
  return result + unlinked.slice(end);
}

function findWordStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && !/\s/u.test(text.charAt(start - 1))) start -= 1;
  return start;
}

function findWordEnd(text: string, at: number): number {
  const length = text.slice(at).search(/\s/u);
  return length < 0 ? text.length : at + length;
}

function maskWord(word: string, isName: (host: string) => boolean): string {
  return word
    .replace(urlPattern, (url) => mask.repeat(url.length))
    .replace(hostPattern, (match, path: string | undefined) => {
      const host = match.replace(/[:/].*$/su, '');
      if (!isHost(host) || (path === undefined && isName(host))) return match;
      return mask.repeat(match.length);
    });
}

function isUrl(label: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:\/\/|www\.)\S+$/iu.test(label) || isHost(label.replace(/[:/]\S*$/u, ''));
}

/**
 * Returns whether a text is a host, according to the public suffix list. The suffix must be in lower case, because
 * `Python.It` is usually the end of one sentence and the start of the next without a space between them.
 */
function isHost(text: string): boolean {
  if (!/^[a-z0-9.-]+\.[a-z]{2,}$/iu.test(text) || !/\.[a-z]+$/u.test(text)) return false;
  const { isIcann, domain, publicSuffix } = parse(text);
  return domain !== null && (isIcann === true || publicSuffix === 'example');
}

/** Length of the start of a text from which its language is detected. */
const detectedLength = 1_000;

/** Returns the language of a text: ISO 639-1, such as `en`; empty if the text has no words. */
export function detectLanguage(text: string): string {
  return eld.detect(text.slice(0, detectedLength)).language;
}
