import type { ChatResult } from '#lib/contract/results/chat';
import { getDomain } from '#lib/core/normalize';
import { readCitations } from '#lib/providers/openai/citations';
import { readMessages } from '#lib/providers/openai/read-response';
import type { ContentPart, ModelResponse } from '#lib/providers/openai/schema';
import { distinctTexts, omitEmpty } from '#lib/providers/shared/optional-fields';
import { createSourceList, removeReferralParameter } from '#lib/providers/shared/sources';
import { removeCitationSpans } from '#lib/providers/shared/text-spans';

/**
 * Converts a finished response to a `chat` result. Sources are the cited pages in the order of the text, then the
 * other pages that the search listed (`footnote` true). OpenAI returns no descriptions, dates, ads, products,
 * entities or maps, and titles only for cited pages.
 */
export function toChatResult(response: ModelResponse): Omit<ChatResult, 'html'> {
  const output = response.output ?? [];
  const { text, markdown, parts } = readMessages(output, readPart);
  const sources = createSourceList();
  const citationPills: NonNullable<ChatResult['citationPills']> = [];
  for (const { url, title } of parts.flatMap((part) => part.citations)) {
    const source = sources.add(removeReferralParameter(url), { label: title });
    if (!source) continue;
    citationPills.push({
      label: title?.trim() || source.label,
      citationPillId: citationPills.length + 1,
      url: removeReferralParameter(url),
      domain: getDomain(url),
      position: source.position,
      type: 'searchResult',
    });
  }
  const citedCount = sources.all().length;
  for (const { url, title } of output.flatMap((item) => item.action?.sources ?? [])) {
    if (url) sources.add(removeReferralParameter(url), { label: title });
  }
  return {
    text,
    markdown,
    ...omitEmpty({ model: response.model }),
    sources: sources.all().map((source) => ({ ...source, footnote: source.position > citedCount })),
    citationPills,
    searchQueries: distinctTexts(output.flatMap(({ action }) => [...(action?.queries ?? []), action?.query])),
  };
}

/** Search and file marks that the model wrote for ChatGPT's own pages; no annotation describes them. */
const unannotatedMarks = /[ \t]*(?:\uE200[^\uE201\n]*\uE201|【[^【】\n]*†[^【】\n]*】)/gu;

function readPart(part: ContentPart) {
  const markdown = part.text ?? part.refusal ?? '';
  const citations = readCitations(markdown, part.annotations).toSorted(
    (a, b) => (a.span?.start ?? 0) - (b.span?.start ?? 0),
  );
  const spans = citations.flatMap(({ span }) => span ?? []);
  return { markdown, citations, bare: removeCitationSpans(markdown, spans).replace(unannotatedMarks, '') };
}
