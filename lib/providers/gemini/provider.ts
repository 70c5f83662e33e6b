import type { MonitorRequest } from '#lib/contract/requests';
import { findTextCitations } from '#lib/core/text-citations';
import { eventSchema, getErrorKind, streamGenerateContent } from '#lib/providers/gemini/api';
import { type ResolveRedirect, resolveRedirect, resolveRedirects } from '#lib/providers/gemini/redirects';
import { readGeminiAnswer, toGenResult } from '#lib/providers/gemini/transform';
import { createModelProvider, type ModelOptions } from '#lib/providers/shared/model-api';
import { describeLanguage, type ExternalProvider, formatLocation } from '#lib/providers/shared/provider';

export interface GeminiOptions extends ModelOptions {
  resolve?: ResolveRedirect;
}

/** Serves `gen` with Gemini, which decides itself whether to search. */
export function createGeminiProvider(options: GeminiOptions): ExternalProvider<'gen'> {
  return createModelProvider({
    name: 'gemini',
    title: 'Gemini',
    model: options.model,
    engine: 'gen',
    timeoutMs: 180_000,
    responseSchema: eventSchema,
    targeting: ['state'],
    getErrorKind,
    send(request, context) {
      const body = {
        systemInstruction: { parts: [{ text: buildInstruction(request) }] },
        contents: [{ role: 'user', parts: [{ text: request.prompt }] }],
        tools: [{ google_search: {} }],
      };
      return streamGenerateContent(options, body, context);
    },
    async readAnswer({ events, isStreamed }, signal) {
      const answer = readGeminiAnswer(events, isStreamed);
      const urls = [
        ...answer.pages.flatMap((page) => page?.uri ?? []),
        ...findTextCitations(answer.text).map(({ url }) => url),
      ];
      const resolvedUrls = await resolveRedirects(urls, signal, options.resolve ?? resolveRedirect);
      return { ...answer, result: toGenResult(answer, resolvedUrls) };
    },
  });
}

/**
 * The search tool has no fields for location and language, so the system instruction states them. Without a language,
 * the answer is in that of the location.
 */
function buildInstruction(request: MonitorRequest): string {
  const { language } = request;
  const qualities = language === undefined ? 'its language, local customs' : 'local customs';
  return [
    `The user is in ${formatLocation(request)}. Tailor the answer to that location, including ${qualities} and the products available there. When you search, look for results relevant to that location.`,
    ...(language === undefined ? [] : [describeLanguage(language)]),
  ].join(' ');
}
