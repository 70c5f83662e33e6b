import { z } from 'zod';
import type { SocialResult } from '#lib/contract/results/assistants';
import type { ContentPart, ModelResponse, OutputItem } from '#lib/providers/openai/api';
import { readAnnotatedText, readMessages, readSearchQueries } from '#lib/providers/openai/transform';
import { omitEmpty } from '#lib/providers/shared/parse-response';
import { createSourceList, readLinkLabel, toCitationPill } from '#lib/providers/shared/sources';

/**
 * Converts Grok's finished response to the result of the engine `social`. Sources are first the pages cited in the text,
 * in its order; then those that only an annotation cites; then the other pages that the response lists; then those that
 * its searches found. Citations are the links in the text, such as `[[1]](url)`, and the annotations; they are absent if
 * the response has no message. xAI returns no previews, site names, creators or images.
 */
export function toSocialResult(response: ModelResponse): Omit<SocialResult, 'html'> {
  const output = response.output ?? [];
  const { text, markdown, parts } = readMessages(output, readPart);
  const sources = createSourceList();
  const citations = parts.flatMap((part) => part.citations);
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
    ...(parts.length > 0 && {
      citationPills: citations
        .flatMap(({ url, label }) => sources.add(url, { label: readLinkLabel(label) }) ?? [])
        .map(toCitationPill),
    }),
    sources: sources.list(),
  };
}

function readPart(part: ContentPart) {
  const markdown = part.text ?? part.refusal ?? '';
  return { markdown, ...readAnnotatedText(markdown, part.annotations) };
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
