import type { CitationPill, GenResult } from '#lib/contract/results/assistants';
import { removeCitations } from '#lib/core/citation-marks';
import { findTextCitations, mergeCitations } from '#lib/core/text-citations';
import type { Span } from '#lib/core/text-spans';
import { getDomain } from '#lib/core/urls/normalize-url';
import {
  eventSchema,
  type GroundedPage,
  type GroundingMetadata,
  getErrorKind,
} from '#lib/providers/gemini/api';
import { isRedirect } from '#lib/providers/gemini/redirects';
import { readModelEvents } from '#lib/providers/shared/model-api';
import { toPlainText } from '#lib/providers/shared/plain-text';
import { ProviderError } from '#lib/providers/shared/provider';
import { createSourceList, readLinkLabel } from '#lib/providers/shared/sources';

/**
 * Converts Gemini's answer to the result of the engine `gen`. Sources are the pages it was grounded in, in Gemini's
 * order, then the pages it opened, then other pages that the text links to. `citationPills` has an entry for every page
 * that supports a passage and for every other link in the text; the entries of a passage have the same `citationPillId`.
 * The `description` of a passage's entries is the passage, because Gemini returns no page descriptions. Gemini’s JSON leaves
 * out empty lists, so an answer without grounding has no citations rather than unknown ones.
 * @param resolvedUrls page URLs by redirect URL; an unresolved redirect stays as it is
 */
export function toGenResult(
  answer: GeminiAnswer,
  resolvedUrls: ReadonlyMap<string, string>,
): Omit<GenResult, 'html'> {
  const sources = createSourceList();
  const getUrl = (url: string) => resolvedUrls.get(url) ?? url;
  for (const page of answer.pages) if (page?.uri) sources.add(getUrl(page.uri), { label: page.title });
  for (const url of answer.openedPages) sources.add(url);
  const reported = answer.passages.flatMap((passage) =>
    passage.pages.flatMap((page) =>
      page?.uri ? [{ passage, page, url: getUrl(page.uri), span: passage.span }] : [],
    ),
  );
  const found = findTextCitations(answer.text).map((citation) => ({
    ...citation,
    url: getUrl(citation.url),
  }));
  const ids = new Map<unknown, number>();
  const citationPills = mergeCitations(reported, found).flatMap((citation): CitationPill[] => {
    const { url } = citation;
    const details =
      'passage' in citation
        ? { label: citation.page.title, domain: findDomain(citation.page, url), key: citation.passage }
        : {
            label: readLinkLabel(citation.label),
            domain: findDomain({ title: citation.label }, url),
            key: citation,
          };
    const source = sources.add(url, { label: details.label });
    if (!source) return [];
    const { label, position } = source;
    const citationPillId = ids.get(details.key) ?? ids.size + 1;
    ids.set(details.key, citationPillId);
    const description = 'passage' in citation ? toPlainText(citation.passage.text) : '';
    return [
      {
        label,
        citationPillId,
        url,
        domain: details.domain,
        ...(description !== '' && { description }),
        position,
      },
    ];
  });
  return {
    text: toPlainText(removeCitations(answer.text, { found })),
    markdown: answer.text,
    sources: sources.list(),
    citationPills,
  };
}

/** Returns the domain of a page. An unresolved redirect does not reveal it, but its title usually is the domain. */
function findDomain(page: Partial<NonNullable<GroundedPage>>, url: string): string {
  if (!isRedirect(url)) return getDomain(url);
  const name = page.domain ?? page.title ?? '';
  const isDomain = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u.test(name);
  return getDomain(isDomain ? `https://${name}` : url);
}

type GeminiAnswer = ReturnType<typeof readGeminiAnswer>;

/** With these finish reasons, an empty text is a refusal or a complete answer; with others it is an error. */
const finalReasons =
  /^(?:STOP|SAFETY|RECITATION|BLOCKLIST|PROHIBITED_CONTENT|SPII|LANGUAGE|IMAGE_SAFETY|MODEL_ARMOR)$/;

/**
 * Combines the events of a stream, or reads a whole body. A blocked prompt or candidate is an answer with an empty
 * text. Grounding may be in any event: empty in early ones, repeated in later ones.
 * @param isStreamed whether text without a finish reason counts as cut off
 * @throws ProviderError if Gemini reports an error, if the answer is cut off or has an unexpected format, or if it has no
 *   text and its finish reason is not one of `finalReasons`
 */
export function readGeminiAnswer(rawEvents: unknown[], isStreamed: boolean) {
  const events = readModelEvents('Gemini', eventSchema, rawEvents, getErrorKind);
  const candidates = events.flatMap((event) =>
    (event.candidates ?? []).filter((candidate) => (candidate.index ?? 0) === 0),
  );
  const text = candidates
    .flatMap((candidate) => candidate.content?.parts ?? [])
    .map((part) => (part.thought ? '' : (part.text ?? '')))
    .join('');
  const finishReason = candidates.findLast((candidate) => candidate.finishReason)?.finishReason ?? undefined;
  const blockReason = events.find((event) => event.promptFeedback?.blockReason)?.promptFeedback?.blockReason;
  if (!blockReason && finishReason === undefined && (isStreamed || text === '')) {
    throw new ProviderError('transient', 'Gemini’s answer ended early.');
  }
  if (!blockReason && text === '' && !finalReasons.test(finishReason ?? '')) {
    throw new ProviderError('transient', `Gemini returned no text and stopped with ${finishReason}.`);
  }
  const stopReason = blockReason ?? (finishReason === 'STOP' ? undefined : finishReason);
  const outcome = text === '' ? 'gave no answer' : 'stopped early';
  const grounding = candidates.map((candidate) => candidate.groundingMetadata ?? {});
  return {
    text,
    pages: grounding.flatMap(({ groundingChunks }) => groundingChunks ?? []),
    passages: readPassages(grounding, text),
    /** URLs of pages that the model opened directly. */
    openedPages: candidates
      .flatMap((candidate) => candidate.urlContextMetadata?.urlMetadata ?? [])
      .filter(({ urlRetrievalStatus }) => !urlRetrievalStatus || /SUCCESS$/.test(urlRetrievalStatus))
      .flatMap(({ retrievedUrl }) => retrievedUrl || []),
    /** Tokens of the prompt, the thoughts and the answer. */
    tokens: events.findLast((event) => event.usageMetadata)?.usageMetadata?.totalTokenCount,
    note: stopReason && `The engine ${outcome}: ${stopReason}.`,
  };
}

interface Passage {
  text: string;
  span: Span;
  pages: GroundedPage[];
}

/**
 * Returns the supported passages in text order. Their chunk indices refer to the chunks of the same event; if it has none,
 * to those of the nearest earlier event with chunks; if there is no such event, to those of the last event with chunks. An
 * index beyond these chunks refers to the joined chunks of all events so far.
 */
function readPassages(events: GroundingMetadata[], text: string) {
  const bytes = Buffer.from(text, 'utf8');
  const offsets = mapByteOffsets(text, bytes.length);
  const hasChunks = ({ groundingChunks }: GroundingMetadata) => (groundingChunks ?? []).length > 0;
  let current = events.findLast(hasChunks)?.groundingChunks ?? [];
  const all: GroundedPage[] = [];
  const passages = new Map<string, Passage>();
  for (const event of events) {
    if (hasChunks(event)) current = event.groundingChunks ?? [];
    all.push(...(event.groundingChunks ?? []));
    for (const { segment, groundingChunkIndices } of event.groundingSupports ?? []) {
      const startByte = segment?.startIndex ?? 0;
      const endByte = segment?.endIndex ?? startByte;
      const pages = (groundingChunkIndices ?? []).map((index) => current[index ?? -1] ?? all[index ?? -1]);
      const key = JSON.stringify([startByte, endByte, pages.map((page) => page?.uri)]);
      if (passages.has(key)) continue;
      const passage = segment?.text ?? bytes.subarray(startByte, endByte).toString('utf8');
      const span = { start: offsets[startByte] ?? text.length, end: offsets[endByte] ?? text.length };
      passages.set(key, { text: passage, span, pages });
    }
  }
  return [...passages.values()].toSorted((a, b) => a.span.start - b.span.start);
}

/** Returns the UTF-16 offset of each byte of a text in UTF-8, and of its end. */
function mapByteOffsets(text: string, byteCount: number): Uint32Array {
  const offsets = new Uint32Array(byteCount + 1);
  let byte = 0;
  let unit = 0;
  for (const character of text) {
    const length = Buffer.byteLength(character);
    offsets.fill(unit, byte, byte + length);
    byte += length;
    unit += character.length;
  }
  offsets[byteCount] = unit;
  return offsets;
}
