import { z } from 'zod';
import type { SocialResult } from '#lib/contract/results/social';
import { codeStretches } from '#lib/providers/code-stretches';
import type { ContentPart, OutputItem, VendorResponse } from '#lib/providers/openai/body';
import { type Span, spansOfAnnotations, withoutSpans } from '#lib/providers/openai/citation-span';
import { answerMessages } from '#lib/providers/openai/transform';
import { plainText } from '#lib/providers/plain-text';
import { sourceList } from '#lib/providers/sources';
import { told } from '#lib/providers/told';

/**
 * A finished response as this interface's `social` result. Sources are the cited pages in the order the text
 * cites them, then those the response lists beside it, then those its searches found. Titles of citations are
 * mere numbers, so labels are the domains; of previews, site names, creators and pictures the vendor says
 * nothing, and those fields are left out.
 */
export function socialResult(response: VendorResponse): Omit<SocialResult, 'html'> {
  const output = response.output ?? [];
  const sources = sourceList();
  const uncited: { url: string; label: string | undefined }[] = [];
  const messages = answerMessages(output).map((message) => {
    const parts = (message.content ?? []).map(readPart);
    for (const { url, label } of parts.flatMap((part) => part.cited)) sources.add(url, { label });
    uncited.push(...parts.flatMap((part) => part.listed));
    return {
      markdown: parts.map((part) => part.markdown).join(''),
      bare: parts.map((part) => part.bare).join(''),
    };
  });
  for (const { url, label } of uncited) sources.add(url, { label });
  for (const url of response.citations ?? []) {
    if (url) sources.add(url);
  }
  for (const found of output.flatMap((item) => item.action?.sources ?? [])) {
    if (found.url) sources.add(found.url, { label: titleOf(found.title) });
  }
  return {
    text: plainText(messages.map(({ bare }) => bare).join('\n\n')),
    markdown: messages.map(({ markdown }) => markdown).join('\n\n'),
    ...told({ model: response.model }),
    searchQueries: queriesOf(output),
    sources: sources.all(),
  };
}

/** `[[1]](address)`; an address may hold brackets in pairs. */
const marker = /\[\[\d+\]\]\(((?:[^\s()]|\([^\s()]*\))+)\)/gu;

function readPart(part: ContentPart) {
  const markdown = part.text ?? part.refusal ?? '';
  const annotations = (part.annotations ?? []).filter(({ type, url }) => type === 'url_citation' && url);
  const found = spansOfAnnotations(markdown, annotations);
  const placed: { span: Span; url: string; label: string | undefined }[] = [];
  const listed: { url: string; label: string | undefined }[] = [];
  for (const [index, { url, title }] of annotations.entries()) {
    if (!url) continue;
    const span = found[index];
    if (span) placed.push({ span, url, label: titleOf(title) });
    else listed.push({ url, label: titleOf(title) });
  }
  const code = codeStretches(markdown);
  for (const match of markdown.matchAll(marker)) {
    const span = { start: match.index, end: match.index + match[0].length };
    const overlaps = (other: Span) => other.start < span.end && span.start < other.end;
    const known = placed.some((other) => overlaps(other.span));
    if (!known && !code.some(overlaps) && match[1]) placed.push({ span, url: match[1], label: undefined });
  }
  placed.sort((a, b) => a.span.start - b.span.start);
  const spans = placed.map(({ span }) => span);
  return { markdown, bare: withoutSpans(markdown, spans), cited: placed, listed };
}

function titleOf(title: string | null | undefined): string | undefined {
  return title && !/^\s*\d*\s*$/.test(title) ? title : undefined;
}

const withQuery = z.looseObject({ query: z.string() });

/** The searches of the web and of X, exactly as the model worded them, each once, in order. */
function queriesOf(output: OutputItem[]): string[] {
  const queries = output
    .filter(({ type }) => /_search_call$|^custom_tool_call$/.test(type ?? ''))
    .flatMap((item) => [
      ...(item.action?.queries ?? []),
      item.action?.query,
      queryIn(item.arguments),
      queryIn(item.input),
    ]);
  return [...new Set(queries.filter((query) => typeof query === 'string').filter((query) => query !== ''))];
}

function queryIn(json: string | null | undefined): string | undefined {
  try {
    return withQuery.safeParse(JSON.parse(json ?? 'null')).data?.query;
  } catch {
    return undefined; // a tool whose input is no JSON made no search
  }
}
