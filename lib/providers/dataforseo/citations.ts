import { comparedAddress } from '#lib/core/compared-address';
import { codeStretches } from '#lib/providers/code-stretches';
import { type Span, withoutSpans } from '#lib/providers/openai/citation-span';
import { plainText } from '#lib/providers/plain-text';

const address = String.raw`<?((?:[^\s()<>]|\([^\s()]*\))+)>?(?:\s+"[^"]*")?`;
const marker = new RegExp(String.raw`\[\[(\d+)\]\]\(${address}\)`, 'gu');
const link = new RegExp(String.raw`(?<!!)\[([^[\]\n]*)\]\(${address}\)`, 'gu');
const definition = /^ {0,3}\[([^\]\n]+)\]:[ \t]*<?(\S+?)>?(?:[ \t]+["'(].*["')])?[ \t]*$/gmu;
/** A text that ends with a sentence, or with another mark. */
const afterSentence = /[.!?。！？…:;)\]*”"][ \t]*$/u;
const reference = /(?<!!)\[([^[\]\n]+)\](?:\[([^[\]\n]*)\])?(?![[(:])/gu;

/** A Markdown answer read for what it cites. */
export interface CitedText {
  /** Plain, without the markup of citations. */
  text: string;
  /** The pages it cites, one a mark, in order. */
  cited: string[];
}

/** The pages an answer lists, as far as its text may speak of them. */
export interface Listed {
  url?: string | null;
  title?: string | null;
  source?: string | null;
  source_name?: string | null;
  domain?: string | null;
}

/**
 * Finds the citations of a Markdown text outside its code: `[[1]](address)`, links to the pages it lists, and either
 * by reference (`[site][1]` with `[1]: address` below). A link named after its page that follows a whole sentence
 * is a mark; inside a sentence its words stay.
 * @param isSource whether an address is a citation though the page is not listed
 */
export function readCitedText(
  markdown: string,
  listed: Listed[],
  isSource: (url: string) => boolean = () => false,
): CitedText {
  const known = new Set(listed.flatMap(({ url }) => (url ? [comparedAddress(url)] : [])));
  const names = new Set(listed.flatMap(namesOf));
  const inline = withInlineLinks(markdown).replace(link, (words, label: string, url: string, at, whole) => {
    const isMark = known.has(comparedAddress(url)) && names.has(label.trim().toLowerCase());
    return isMark && afterSentence.test(whole.slice(0, at)) ? `[1](${url})` : words;
  });
  const code = codeStretches(inline);
  const found = [...inline.matchAll(marker), ...inline.matchAll(link)]
    .map((match) => ({ url: match[2] ?? '', mark: /^\d*$/.test(match[1] ?? ''), span: spanOf(match) }))
    .filter(
      ({ url, mark, span }) =>
        (mark || known.has(comparedAddress(url)) || isSource(url)) && !isWithin(span, code),
    )
    .toSorted((a, b) => a.span.start - b.span.start);
  const bare = withoutSpans(
    inline,
    found.map(({ span }) => span),
  );
  return { text: plainText(bare), cited: found.map(({ url }) => url) };
}

function namesOf({ title, source, source_name, domain }: Listed): string[] {
  return [title, source, source_name, domain].flatMap((name) => (name ? [name.trim().toLowerCase()] : []));
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
