import { z } from 'zod';
import { buildUrl, type ProviderResponse, postJson } from '#lib/providers/shared/http';
import { type ModelError, type ModelOptions, modelErrorSchema } from '#lib/providers/shared/model-api';
import {
  lenientArray,
  lenientObject,
  numberFields,
  optionalBoolean,
  optionalNumber,
  optionalText,
  textFields,
} from '#lib/providers/shared/parse-response';
import {
  errorKindForStatus,
  type ProviderContext,
  type ProviderErrorKind,
} from '#lib/providers/shared/provider';

/** The parts of the API's responses that are read. Only the answer's text is required; unknown keys are kept. */
const part = z.looseObject({ text: z.string().nullish(), thought: optionalBoolean });

const page = lenientObject(textFields('uri', 'title', 'domain')).optional();
const chunk = lenientObject({ web: page, maps: page, retrievedContext: page });
export type GroundingChunk = z.infer<typeof chunk>;

const support = lenientObject({
  segment: lenientObject({ ...numberFields('startIndex', 'endIndex'), text: optionalText }).optional(),
  groundingChunkIndices: lenientArray(optionalNumber),
});

const groundingMetadata = lenientObject({
  groundingChunks: lenientArray(chunk),
  groundingSupports: lenientArray(support),
});
export type GroundingMetadata = z.infer<typeof groundingMetadata>;

const openedPage = lenientObject(textFields('retrievedUrl', 'urlRetrievalStatus'));

export const eventSchema = z.looseObject({
  candidates: z
    .array(
      z.looseObject({
        index: optionalNumber,
        content: z.looseObject({ parts: z.array(part).nullish() }).nullish(),
        finishReason: optionalText,
        groundingMetadata: groundingMetadata.optional(),
        urlContextMetadata: lenientObject({ urlMetadata: lenientArray(openedPage) }).optional(),
      }),
    )
    .nullish(),
  promptFeedback: lenientObject(textFields('blockReason')).optional(),
  usageMetadata: lenientObject(numberFields('totalTokenCount')).optional(),
  error: modelErrorSchema.nullish(),
});

/** Calls the streaming generation endpoint. @throws as `postJson` does */
export function streamGenerateContent(
  { baseUrl, apiKey, model }: ModelOptions,
  body: object,
  context: ProviderContext,
): Promise<ProviderResponse> {
  const name = encodeURIComponent(model.replace(/^models\//, ''));
  const url = buildUrl(baseUrl, 'v1beta', `models/${name}:streamGenerateContent?alt=sse`);
  return postJson(url, { 'x-goog-api-key': apiKey }, body, context);
}

/** A daily quota is used up for the rest of the day, even if the error suggests a shorter wait. */
export function getErrorKind({ details }: ModelError, status: number): ProviderErrorKind {
  const violations = (details ?? []).flatMap((detail) => detail.violations ?? []);
  const isDailyQuota = status === 429 && violations.some(({ quotaId }) => /PerDay/i.test(quotaId ?? ''));
  return isDailyQuota ? 'quota' : errorKindForStatus(status);
}
