/** A citation in brackets after a statement, "([nike.com](https://…))", and the chip of a source, "[Nike +1](https://…)". */
const citation =
  /\s?\(\[[^[\]\n]{0,200}\]\([^()\s]{0,2000}\)(?:,? ?\[[^[\]\n]{0,200}\]\([^()\s]{0,2000}\)){0,20}\)|\[[^[\]\n]{0,200}\s\+\d+\]\([^()\s]{0,2000}\)|\[\[\d+\]\]\([^()\s]{0,2000}\)/gu;
const hasHtml = /<\/?(?:ol|ul|li|table|tr|t[dh]|h[1-6]|p|br|b|strong)\b/iu;
const htmlTag = /<(\/?)([a-z][a-z0-9]{0,10})(\s[^<>]{0,500})?\/?>/giu;
const entities: Record<string, string> = { '&nbsp;': ' ', '&amp;': '&', '&#39;': "'", '&quot;': '"' };

/**
 * Prepares the Markdown of an answer for reading its structure: HTML lists, tables and headings become Markdown, citations
 * are removed, and so is emphasis within lines, which can split a name or a phrase. Bold text at the beginning of a line
 * stays, because it shows what the line is about.
 */
export function prepareStructure(markdown: string): string {
  const cited = markdown.includes('](') ? markdown.replace(citation, '') : markdown;
  const plain = hasHtml.test(cited) ? convertHtml(cited) : cited;
  const decoded = plain.includes('&')
    ? plain.replace(/&(?:nbsp|amp|#39|quot);/gu, (entity) => entities[entity] ?? entity)
    : plain;
  return decoded.includes('*') || decoded.includes('__')
    ? decoded.replace(/[^\r\n]+/gu, removeInnerEmphasis)
    : decoded;
}

/** The marker of a line with bold text at its beginning, up to the end of the bold text. */
const leadingBold =
  /^[\s>]*(?:[^\p{L}\p{N}\s*|][^\p{L}\p{N}\s*|]?\s+|[-*+]\s+|#{1,6}\s+)*(?:\p{Nd}{1,3}[.)]\s+)?(\*\*|__)(?=\S)/u;

function removeInnerEmphasis(line: string): string {
  const lead = leadingBold.exec(line.slice(0, 200));
  const mark = lead?.[1] ?? '';
  const close = lead ? line.indexOf(mark, lead[0].length) : -1;
  const from = close < 0 ? (/^[\s>]*(?:[*+-]\s+)?/u.exec(line)?.[0].length ?? 0) : close + mark.length;
  const rest = line.slice(from).replace(/\*{1,3}|(?<![\p{L}\p{N}_])__|__(?![\p{L}\p{N}_])/gu, '');
  return line.slice(0, from) + rest;
}

interface OpenList {
  /** The number of the next item; null in a bulleted list. */
  next: number | null;
  step: 1 | -1;
}

/** Writes HTML lists, tables and headings as Markdown. Other tags are removed. */
function convertHtml(html: string): string {
  const lists: OpenList[] = [];
  let isHeaderRow = false;
  let result = '';
  let end = 0;
  for (const { 0: tag, 1: slash, 2: tagName = '', 3: attributes = '', index } of html.matchAll(htmlTag)) {
    const between = html.slice(end, index);
    result += lists.length > 0 ? between.replace(/\s*\n\s*/gu, ' ').replace(/^ $/u, '') : between;
    end = index + tag.length;
    const isEnd = slash === '/';
    const name = tagName.toLowerCase();
    if (name === 'th' && !isEnd) isHeaderRow = true;
    result += writeTag(name, isEnd, attributes, { lists, html, end, isHeaderRow });
    if (name === 'tr' && isEnd) isHeaderRow = false;
  }
  return result + html.slice(end);
}

function writeTag(
  name: string,
  isEnd: boolean,
  attributes: string,
  state: { lists: OpenList[]; html: string; end: number; isHeaderRow: boolean },
): string {
  if (name === 'ol' || name === 'ul') {
    if (isEnd) state.lists.pop();
    else state.lists.push(name === 'ol' ? openNumberedList(attributes, state) : { next: null, step: 1 });
    return '\n';
  }
  if (name === 'li') return isEnd ? '' : writeItemMarker(state.lists, attributes);
  if (name === 'tr') return isEnd ? (state.isHeaderRow ? '\n| --- |' : '') : '\n|';
  if (name === 'td' || name === 'th') return isEnd ? ' |' : ' ';
  if (/^h[1-6]$/u.test(name)) return isEnd ? '\n' : `\n${'#'.repeat(Number(name.slice(1)))} `;
  if (name === 'b' || name === 'strong') return '**';
  return /^(?:p|div|br|table)$/u.test(name) ? '\n' : '';
}

/** Length of the text in which the items of a reversed list without a start are counted. */
const maxCountedLength = 10_000;

function openNumberedList(attributes: string, { html, end }: { html: string; end: number }): OpenList {
  const start = /\bstart\s*=\s*["']?(\d{1,3})/iu.exec(attributes)?.[1];
  const isReversed = /\breversed\b/iu.test(attributes);
  if (!isReversed) return { next: start === undefined ? 1 : Number(start), step: 1 };
  const [items = ''] = html.slice(end, end + maxCountedLength).split(/<\/ol/iu);
  return { next: start === undefined ? (items.match(/<li\b/giu) ?? []).length : Number(start), step: -1 };
}

function writeItemMarker(lists: OpenList[], attributes: string): string {
  const indent = '  '.repeat(Math.min(20, Math.max(0, lists.length - 1)));
  const list = lists.at(-1);
  if (!list || list.next === null) return `\n${indent}- `;
  const value = /\bvalue\s*=\s*["']?(\d{1,3})/iu.exec(attributes)?.[1];
  const number = value === undefined ? list.next : Number(value);
  list.next = number + list.step;
  return `\n${indent}${number}. `;
}
