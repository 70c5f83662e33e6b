import { comparedAddress } from '#lib/core/compared-address';
import { codeStretches } from '#lib/engines/code-stretches';
import { type Span, withoutSpans } from '#lib/engines/openai/citation-span';
import { plainText } from '#lib/engines/plain-text';

const address = String.raw`<?((?:[^\s()<>]|\([^\s()]*\))+)>?(?:\s+"[^"]*")?`;
const marker = new RegExp(String.raw`\[\[(\d+)\]\]\(${address}\)`, 'gu');
const link = new RegExp(String.raw`(?<!!)\[([^[\]\n]*)\]\(${address}\)`, 'gu');
const definition = /^ {0,3}\[([^\]\n]+)\]:[ \t]*<?(\S+?)>?(?:[ \t]+["'(].*["')])?[ \t]*$/gmu;
const reference = /(?<!!)\[([^[\]\n]+)\](?:\[([^[\]\n]*)\])?(?![[(:])/gu;

/** A Markdown answer read for what it cites. */
export interface CitedText {
  /** Plain, without the markup of citations. */
  text: string;
  /** The pages it cites, one a mark, in order. */
  cited: string[];
}

/**
 * Finds the citations of a Markdown text outside its code: `[[1]](address)`, links to pages that `isSource` knows,
 * and either by reference (`[site][1]` with `[1]: address` below).
 */
export function readCitedText(markdown: string, isSource: (url: string) => boolean): CitedText {
  const inline = withInlineLinks(markdown);
  const code = codeStretches(inline);
  const found = [...inline.matchAll(marker), ...inline.matchAll(link)]
    .map((match) => ({ url: match[2] ?? '', mark: /^\d*$/.test(match[1] ?? ''), span: spanOf(match) }))
    .filter(({ url, mark, span }) => (mark || isSource(url)) && !isWithin(span, code))
    .toSorted((a, b) => a.span.start - b.span.start);
  const bare = withoutSpans(
    inline,
    found.map(({ span }) => span),
  );
  return { text: plainText(bare), cited: found.map(({ url }) => url) };
}

/** Whether an address is one of a list, as far as pages go. */
export function isAmong(addresses: string[]): (url: string) => boolean {
  const known = new Set(addresses.map(comparedAddress));
  return (url) => known.has(comparedAddress(url));
}

/** Links by reference written out, and the list of addresses at the end gone. */
function withInlineLinks(markdown: string): string {
  const code = codeStretches(markdown);
  const targets = new Map(
    [...markdown.matchAll(definition)]
      .filter((match) => !isWithin(spanOf(match), code))
      .map((match) => [match[1]?.toLowerCase(), match[2]]),
  );
  if (targets.size === 0) return markdown;
  return markdown
    .replace(reference, (words: string, label: string, key: string | undefined, start: number) => {
      const target = targets.get((key || label).toLowerCase());
      const inCode = isWithin({ start, end: start + words.length }, code);
      return target === undefined || inCode ? words : `[${label}](${target})`;
    })
    .replace(definition, '');
}

function spanOf(match: RegExpExecArray): Span {
  return { start: match.index, end: match.index + match[0].length };
}

function isWithin(span: Span, stretches: Span[]): boolean {
  return stretches.some((stretch) => span.start < stretch.end && stretch.start < span.end);
}
