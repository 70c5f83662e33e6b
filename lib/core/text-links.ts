import { createOverlapCheck, matchOutsideCode, type Span } from '#lib/core/text-spans';
import { getDomain } from '#lib/core/urls/normalize-url';

/** A link in a Markdown text. */
export interface TextLink {
  url: string;
  /** The visible text; '' if it is the URL itself. */
  label: string;
  span: Span;
}

/** A target of a link; it may contain balanced parentheses. */
const target = String.raw`<?((?:[^\s()<>]|\([^\s()]*\))+)>?(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?`;
/** The label of a link; it may contain brackets, as in `[[1]](url)`, or an image. */
const label = String.raw`\[((?:[^[\]\\\n]|\\.|\[[^[\]\n]*\]){0,500})\]`;
/** Markdown reads `![…](…)` as an image, except that engines also write a marker after an exclamation mark. */
const inlinePattern = new RegExp(String.raw`(?<!\\)(?:(?<!!)|(?=\[\[\d))${label}\(\s*${target}\s*\)`, 'gu');
const anchorPattern =
  /<a\s[^<>]{0,300}?href\s*=\s*["']?([^"'\s<>]{1,3000})["']?[^<>]{0,300}>(?:([^<]{0,500})<\/a>)?/giu;
const imagePattern = new RegExp(String.raw`!${label}\(\s*${target}\s*\)`, 'gu');
const tagPattern = /<[a-z][a-z\d-]{0,20}\s[^<>]{1,3000}>/giu;
const referencePattern =
  /(?<![!\\])\[(\^?\d{1,4})\](?![(:])|(?<![!\\\]])\[([^[\]\n]{1,500})\](?:\[([^[\]\n]{0,500})\])?(?![[(:])/gu;
const definitionPattern = /^ {0,3}\[([^\]\n]{1,500})\]:[ \t]*([^\n]*)$/gmu;
/** The rest of a line that defines a link: only a target, perhaps with a title. */
const definedTarget = /^<?https?:\/\/[^\s<>]+>?(?:[ \t]+["'(].*["')])?[ \t]*$/u;

/** Scheme and host, then the rest. A host in Latin letters ends before letters of other scripts, which follow without a space. */
const plainPattern =
  /(?<![a-z\d@/._=-])(?:https?:\/\/|www\.)(?:[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}(?::\d{1,5})?(?:(?=[/?#])[^\s<>"`|\\“”«»„（）「」『』【】《》、。，！？；：]*)?|[^\s<>"`|\\/?#“”«»„（）「」『』【】《》、。，！？；：]+[^\s<>"`|\\“”«»„（）「」『』【】《》、。，！？；：]*)/giu;

/** Links to a search engine's own results, maps or shops, which are no pages that an answer refers to. */
const searchEngineHost = /^(?:(?:maps|shopping|images|news)\.)?google\.[a-z.]+$|^bing\.com$/;
const searchEnginePath =
  /^\/(?:$|search|maps|aclk|shopping|imgres|travel|async|webhp|ck|images|videos|shop|copilotsearch)/;

/** Returns whether a URL is that of a web page that an answer can refer to. */
export function isCitable(url: string): boolean {
  const domain = getDomain(url);
  if (!domain.includes('.')) return false;
  return !searchEngineHost.test(domain) || !searchEnginePath.test(URL.parse(url.trim())?.pathname ?? '');
}

/**
 * Finds the links to web pages in a Markdown text outside its code, in order: `[label](url)`, `[label][key]` and `[key]`
 * with `[key]: url` elsewhere, footnotes, HTML links and plain URLs. The links of a definition or a footnote count where
 * the text refers to it, not where they stand.
 */
export function findLinks(markdown: string): TextLink[] {
  const hasLinks = /:\/\/|www\./i.test(markdown);
  if (!hasLinks) return [];
  const inline = matchOutsideCode(markdown, inlinePattern).map(({ 1: text = '', 2: url = '', span }) => ({
    url: unescapeTarget(url),
    label: text.trim(),
    span,
  }));
  const anchors = matchOutsideCode(markdown, anchorPattern).map(({ 1: url = '', 2: text = '', span }) => ({
    url: unescapeTarget(url),
    label: text.trim(),
    span,
  }));
  const others = matchOutsideCode(markdown, imagePattern, tagPattern);
  const isInner = createOverlapCheck([...inline, ...anchors, ...others].map(({ span }) => span));
  const plain = matchOutsideCode(markdown, plainPattern)
    .filter(({ span }) => !isInner(span))
    .map(({ 0: text, span }) => toPlainLink(text, span.start));
  // Answers repeat a few URLs, and parsing them takes most of the time.
  const citable = new Map<string, boolean>();
  const isKnownCitable = (url: string) => {
    const known = citable.get(url) ?? isCitable(url);
    citable.set(url, known);
    return known;
  };
  const links = [...inline, ...anchors, ...plain]
    .filter(({ url }) => isKnownCitable(url))
    .sort(compareStarts);
  return applyDefinitions(markdown, links);
}

const compareStarts = (a: TextLink, b: TextLink) => a.span.start - b.span.start;

function unescapeTarget(url: string): string {
  return url.replace(/\\([!-/:-@[-`{-~])/gu, '$1').replaceAll('&amp;', '&');
}

/** Removes the punctuation after a plain URL, and a closing bracket that was opened before it. */
function toPlainLink(text: string, start: number): TextLink {
  let end = text.length;
  let openBrackets = countCharacter(text, '(') - countCharacter(text, ')');
  for (; end > 0; end -= 1) {
    const last = text[end - 1] ?? '';
    if (last === ')') {
      if (openBrackets >= 0) break;
      openBrackets += 1;
    } else if (!/[.,;:!?'’*_~\]}[{]/u.test(last)) break;
  }
  const url = text.slice(0, end).replaceAll('&amp;', '&');
  return {
    url: /^www\./i.test(url) ? `https://${url}` : url,
    label: '',
    span: { start, end: start + end },
  };
}

function countCharacter(text: string, character: string): number {
  return text.split(character).length - 1;
}

/** Moves the links of definitions and footnotes to the places that refer to them. */
function applyDefinitions(markdown: string, links: TextLink[]): TextLink[] {
  const definitions = readDefinitions(markdown, links);
  if (definitions.length === 0) return links;
  const targetsByKey = new Map(definitions.toReversed().map(({ key, targets }) => [key, targets]));
  const isDefinition = createOverlapCheck(definitions.map(({ span }) => span));
  const isHidden = createOverlapCheck(definitions.flatMap(({ span, isHidden }) => (isHidden ? span : [])));
  const isLink = createOverlapCheck(links.map(({ span }) => span));
  const references = matchOutsideCode(markdown, referencePattern).flatMap((match) => {
    const [, number, text = number ?? '', key = ''] = match;
    if (isDefinition(match.span) || isLink(match.span)) return [];
    const targets = targetsByKey.get((key || text).toLowerCase()) ?? [];
    const label = number === undefined && !text.startsWith('^') ? text.trim() : '';
    return targets.map((url) => ({ url, label, span: match.span }));
  });
  const cited = new Set(references.map(({ url }) => url));
  // The text of a definition is visible unless it is only a target, so its links count there if nothing refers to them.
  const others = links.filter(({ span, url }) => !isDefinition(span) || !(isHidden(span) || cited.has(url)));
  return [...others, ...references].sort(compareStarts);
}

interface Definition {
  key: string;
  targets: string[];
  span: Span;
  /** Markdown shows nothing in its place. */
  isHidden: boolean;
}

/** Reads the lines that define a link or a footnote. @param links the links of the text, in order */
function readDefinitions(markdown: string, links: readonly TextLink[]): Definition[] {
  let next = 0;
  return matchOutsideCode(markdown, definitionPattern).flatMap(({ 1: key = '', 2: rest = '', span }) => {
    const targets: string[] = [];
    for (let link = links[next]; link && link.span.start < span.end; link = links[next]) {
      if (link.span.start >= span.start) targets.push(link.url);
      next += 1;
    }
    if (targets.length === 0) return [];
    return [
      { key: key.toLowerCase(), targets, span, isHidden: !key.startsWith('^') && definedTarget.test(rest) },
    ];
  });
}
