import type { ChatResult } from '#lib/contract/results/chat';
import { domainOfAddress } from '#lib/core/compared-address';
import type { ContentPart, OutputItem, VendorResponse } from '#lib/providers/openai/body';
import { spansOfAnnotations, withoutSpans } from '#lib/providers/openai/citation-span';
import { plainText } from '#lib/providers/plain-text';
import { sourceList } from '#lib/providers/sources';
import { told } from '#lib/providers/told';

type Pill = NonNullable<ChatResult['citationPills']>[number];

/**
 * A finished response as this interface's `chat` result. Sources are the cited pages in the order the text
 * cites them, then the pages the search listed (`footnote` true). The vendor gives a source no description, no
 * date and, unless cited, no title: a label is then the domain. Ads, shopping, entities and maps it does not
 * give at all, and they are left out.
 */
export function chatResult(response: VendorResponse): Omit<ChatResult, 'html'> {
  const output = response.output ?? [];
  const sources = sourceList();
  const citationPills: Pill[] = [];
  const messages = answerMessages(output).map((message) => {
    const parts = (message.content ?? []).map((part) => readPart(part, sources, citationPills));
    return {
      markdown: parts.map((part) => part.markdown).join(''),
      bare: parts.map((part) => part.bare).join(''),
    };
  });
  const cited = sources.all().length;
  for (const listed of output.flatMap((item) => item.action?.sources ?? [])) {
    if (listed.url) sources.add(withoutReferral(listed.url), { label: listed.title });
  }
  return {
    text: plainText(messages.map((message) => message.bare).join('\n\n')),
    markdown: messages.map((message) => message.markdown).join('\n\n'),
    ...told({ model: response.model }),
    sources: sources.all().map((source) => ({ ...source, footnote: source.position > cited })),
    citationPills,
    searchQueries: fanOut(output),
  };
}

/** The messages that are the answer: those that only announce the next step are not, unless nothing else came. */
export function answerMessages(output: OutputItem[]): OutputItem[] {
  const messages = output.filter((item) => item.type === 'message' && (item.content ?? []).length > 0);
  const answers = messages.filter((message) => message.phase !== 'commentary');
  return answers.length > 0 ? answers : messages;
}

/** Marks that the model wrote for the vendor's own pages, and that no annotation tells: of searches and of files. */
const unannotated = /[ \t]*(?:\uE200[^\uE201\n]*\uE201|【[^【】\n]*†[^【】\n]*】)/gu;

function readPart(part: ContentPart, sources: ReturnType<typeof sourceList>, pills: Pill[]) {
  const markdown = part.text ?? part.refusal ?? '';
  const annotations = (part.annotations ?? []).filter(({ type }) => type === 'url_citation');
  const found = spansOfAnnotations(markdown, annotations);
  const citations = annotations
    .flatMap(({ url, title }, index) => (url ? [{ url, title, span: found[index] }] : []))
    .toSorted((a, b) => (a.span?.start ?? 0) - (b.span?.start ?? 0));
  for (const { url, title } of citations) {
    const source = sources.add(withoutReferral(url), { label: title });
    if (!source) continue;
    pills.push({
      label: title?.trim() || source.label,
      citationPillId: pills.length + 1,
      url: withoutReferral(url),
      domain: domainOfAddress(url),
      position: source.position,
      type: 'searchResult',
    });
  }
  const spans = citations.flatMap(({ span }) => (span ? [span] : []));
  return { markdown, bare: withoutSpans(markdown, spans).replace(unannotated, '') };
}

/** The searches the model made, exactly as it worded them, each once, in order. */
function fanOut(output: OutputItem[]): string[] {
  const queries = output.flatMap(({ action }) => [...(action?.queries ?? []), action?.query]);
  return [...new Set(queries.filter((query) => typeof query === 'string').filter((query) => query !== ''))];
}

/** The address without the parameter by which the vendor marks its own referrals; the rest stays to the letter. */
export function withoutReferral(url: string): string {
  return url.replace(
    /([?&])utm_source=(?:openai|chatgpt\.com)(&|(?=#|$))/u,
    (_, lead: string, next: string) => (next === '&' ? lead : ''),
  );
}
