import { z } from 'zod';
import type { SocialResult } from '#lib/contract/results/assistants';
import type { ContentPart, ModelResponse, OutputItem } from '#lib/providers/openai/api';
import { readCitations, readMessages, readSearchQueries } from '#lib/providers/openai/transform';
import { omitEmpty } from '#lib/providers/shared/parse-response';
import { createSourceList } from '#lib/providers/shared/sources';
import { createOverlapCheck, matchOutsideCode, removeCitationSpans } from '#lib/providers/shared/text-spans';

/**
 * Converts Grok's finished response to the result of the engine `social`. Sources are first the pages cited by a marker in
 * the text, in its order; then those that only an annotation cites; then the other pages that the response lists; then
 * those that its searches found. xAI returns no previews, site names, creators or images.
 */
export function toSocialResult(response: ModelResponse): Omit<SocialResult, 'html'> {
  const output = response.output ?? [];
  const { text, markdown, parts } = readMessages(output, readPart);
  const sources = createSourceList();
  const citations = [...parts.flatMap((part) => part.marked), ...parts.flatMap((part) => part.unmarked)];
  for (const { url, title } of citations) sources.add(url, { label: readLabel(title) });
  for (const url of response.citations ?? []) {
    if (url) sources.add(url);
  }
  for (const { url, title } of output.flatMap((item) => item.action?.sources ?? [])) {
    if (url) sources.add(url, { label: readLabel(title) });
  }
  return {
    text,
    markdown,
    ...omitEmpty({ model: response.model }),
    ...readSearchQueries(response, listQueries),
    sources: sources.list(),
  };
}

/** `[[1]](url)`; a URL may contain balanced parentheses. */
const markerPattern = /\[\[\d+\]\]\(((?:[^\s()]|\([^\s()]*\))+)\)/gu;

/** Reads the citation markers in the text, annotated or not, and the annotations without a marker. */
function readPart(part: ContentPart) {
  const markdown = part.text ?? part.refusal ?? '';
  const annotated = readCitations(markdown, part.annotations);
  const marked = annotated.flatMap(({ span, ...citation }) => (span ? [{ ...citation, span }] : []));
  const isKnown = createOverlapCheck(marked.map(({ span }) => span));
  for (const { 1: url, span } of matchOutsideCode(markdown, markerPattern)) {
    if (!isKnown(span) && url) marked.push({ url, title: undefined, span });
  }
  marked.sort((a, b) => a.span.start - b.span.start);
  return {
    markdown,
    cleanMarkdown: removeCitationSpans(
      markdown,
      marked.map(({ span }) => span),
    ),
    marked,
    unmarked: annotated.filter(({ span }) => span === undefined),
  };
}

/** Returns the title of a citation, unless it is only a number, as most are. */
function readLabel(title: string | null | undefined): string | undefined {
  return title && !/^\s*\d*\s*$/.test(title) ? title : undefined;
}

const toolInput = z.looseObject({ query: z.string() });

/** Lists the queries of a search of the web or X, from fields of its action or from JSON in a string. */
function listQueries({ action, arguments: json, input }: OutputItem) {
  return [...(action?.queries ?? []), action?.query, readToolQuery(json), readToolQuery(input)];
}

function readToolQuery(json: string | null | undefined): string | undefined {
  try {
    return toolInput.safeParse(JSON.parse(json ?? 'null')).data?.query;
  } catch {
    return undefined; // the input of another tool
  }
}
