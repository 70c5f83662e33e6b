import { endsSentence, isFurtherSources } from '#lib/core/citation-marks';

/** The names, in lower case, that the labels of source chips can have, and the URLs of their pages. */
export interface PageNames {
  names: readonly string[];
  /** Longest names first. */
  pages: readonly (readonly [name: string, url: string])[];
}

/** Collects the names of listed pages: those of their site and their own. */
export function listPageNames(pages: readonly { url: string; names: readonly string[] }[]): PageNames {
  const urls = new Map<string, string>();
  for (const { url, names } of pages) {
    for (const name of names.map((text) => text.trim().toLowerCase())) {
      if (url !== '' && name.length > 1 && !urls.has(name)) urls.set(name, url);
    }
  }
  return { names: [...urls.keys()], pages: [...urls].sort(([a], [b]) => b.length - a.length) };
}

const maxLabels = 10;
/** Length of the end of a text in which a label is looked for. */
const windowLength = 300;
/** Matches a label that is not the name of a page, after a sentence: `Some Site +2`. */
const unknownLabel =
  /(?<=[.!?。！？…][)”’"»]?)(?:\s+|(?=[\p{Lu}\p{Lo}\p{N}]))[^\s.!?。！？…:+](?:[^.!?。！？…:+\n]|\.(?=\p{Ll})){0,60}?\s*\+\d{1,2}$/u;

/** Finds the names of pages at the end of a text, after a sentence or with the number of further sources. */
export function findTrailingLabels(text: string, { pages }: PageNames): { start: number; urls: string[] } {
  let start = text.length;
  let found: { start: number; urls: string[] } = { start, urls: [] };
  const urls: string[] = [];
  for (let count = 0; count < maxLabels; count += 1) {
    const windowStart = Math.max(0, start - windowLength);
    const before = text.slice(windowStart, start).trimEnd();
    const hasNumber = isFurtherSources(before);
    const bare = before.replace(/\s*\+\s?\d{1,3}$/u, '');
    const [name, url] = pages.find(([key]) => endsWithName(bare, key)) ?? [];
    if (name === undefined || url === undefined) {
      const unknown = hasNumber ? unknownLabel.exec(before) : null;
      return unknown ? { start: windowStart + unknown.index, urls } : found;
    }
    start = windowStart + bare.length - name.length;
    urls.unshift(url);
    const rest = text.slice(Math.max(0, start - 20), start);
    if (hasNumber || endsSentence(rest) || /\n\s*$/u.test(rest)) found = { start, urls: [...urls] };
  }
  return found;
}

/** Returns whether a text ends with a name, as a word or glued to the one before it. @param name in lower case */
function endsWithName(text: string, name: string): boolean {
  const end = text.slice(-name.length);
  const glued = /[\p{L}\p{N}]$/u.test(text.slice(0, -name.length));
  return end.toLowerCase() === name && (!glued || /^[\p{Lu}\p{Lo}]/u.test(end));
}

/** The number of further sources before the next sentence. */
const innerNumber = /(?<!\s)\s*\+\s?\d{1,2}(?=\s+["“(]?[\p{Lu}\p{Lo}])/gu;
const maxInnerLabels = 100;

/** Removes labels with the number of further sources between two sentences: `It is dry. Some Site +2 It is light.` */
export function removeInnerLabels(text: string, { pages }: PageNames): { text: string; urls: string[] } {
  const urls: string[] = [];
  let result = '';
  let end = 0;
  for (const { 0: number, index } of [...text.matchAll(innerNumber)].slice(0, maxInnerLabels)) {
    const from = Math.max(end, index - windowLength);
    const before = text.slice(from, index);
    const [name, url] = pages.find(([key]) => endsWithName(before, key)) ?? [];
    const start =
      from + (name ? before.length - name.length : findUnknown(`${before}+1`, end > 0 && from === end));
    const isAfterLabel = end > 0 && text.slice(end, start).trim() === '';
    if (start > index || !(isAfterLabel || endsSentence(text.slice(Math.max(0, start - 20), start))))
      continue;
    if (url) urls.push(url);
    result += text.slice(end, start).trimEnd();
    end = index + number.length;
  }
  return { text: result + text.slice(end), urls };
}

function findUnknown(text: string, isAfterLabel: boolean): number {
  const found = unknownLabel.exec(text)?.index;
  if (found !== undefined) return found;
  return isAfterLabel && /^\s*[\p{Lu}\p{Lo}][^.!?。！？…:+\n]{0,60}\+1$/u.test(text)
    ? 0
    : Number.POSITIVE_INFINITY;
}

const marker = /^[\s>]*(?:[-*•+]\s+|\d{1,3}[.)]\s+)?/u;
/** A line that is only a label with a number. */
const labelLine = /^[^.!?。！？…:+|\n]{2,60}\s*\+\s?\d{1,2}$/u;

/**
 * Removes the labels of source chips that are glued to a text as words, such as `… Some Site +1`, from plain text or
 * Markdown. Links, headings and code stay.
 * @returns the text, and the URLs of the pages whose labels were removed
 */
export function removeSourceLabels(text: string, names: PageNames): { text: string; urls: string[] } {
  const urls: string[] = [];
  let isCode = false;
  const lines: string[] = [];
  // Copied chips have their number on a line of its own.
  for (const line of text.replace(/(?<=\S)[ \t]*\n[ \t]*(?=\+\d{1,2}[ \t]*(?:\n|$))/gu, ' ').split('\n')) {
    if (/^\s*(?:`{3}|~{3})/u.test(line)) isCode = !isCode;
    const cleaned = isCode || /^\s*#/u.test(line) ? { text: line, urls: [] } : cleanLine(line, names);
    const isLabel =
      !isCode &&
      labelLine.test(cleaned.text.trim()) &&
      marker.exec(cleaned.text)?.[0].trim() === '' &&
      endsSentence(lines.findLast((other) => other.trim() !== '') ?? '');
    if (!isLabel && (cleaned.text.trim() !== '' || line.trim() === '')) lines.push(cleaned.text);
    urls.push(...cleaned.urls);
  }
  return { text: lines.join('\n'), urls };
}

function cleanLine(line: string, names: PageNames): { text: string; urls: string[] } {
  if (line.trimStart().startsWith('|')) {
    const cells = line.split('|').map((cell) => cleanPassage(cell, names));
    return { text: cells.map((cell) => cell.text).join('|'), urls: cells.flatMap((cell) => cell.urls) };
  }
  const lead = marker.exec(line)?.[0] ?? '';
  const cleaned = cleanPassage(line.slice(lead.length), names);
  // An item that is nothing but a name is an entry of the list.
  if (cleaned.text === '' && lead.trim() !== '') return { text: line, urls: [] };
  return { ...cleaned, text: cleaned.text === '' ? '' : lead + cleaned.text };
}

function cleanPassage(passage: string, names: PageNames): { text: string; urls: string[] } {
  const inner = removeInnerLabels(passage, names);
  const end = findTrailingLabels(inner.text, names);
  const text = end.start < inner.text.length ? inner.text.slice(0, end.start).trimEnd() : inner.text;
  return { text, urls: [...inner.urls, ...end.urls] };
}
