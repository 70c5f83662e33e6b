import { z } from 'zod';
import { buildUrl, type ProviderResponse, postJson } from '#lib/providers/shared/http';
import { lenient } from '#lib/providers/shared/lenient';
import { type ModelError, type ModelOptions, modelErrorSchema } from '#lib/providers/shared/model-api';
import { classifyStatus, type ProviderContext, type ProviderErrorKind } from '#lib/providers/shared/provider';
import { needed } from '#lib/providers/shared/response-fields';

// The schemas have only the fields of the API that are read. A value of an unexpected type is an error in the answer's text
// and the objects around it, and counts as absent in `lenient` fields. Unknown keys are kept.

const part = z.looseObject({ text: needed(z.string().nullish()), thought: lenient.boolean });

const page = lenient.object({ uri: needed(lenient.text), ...lenient.texts('title', 'domain') }).optional();
/** The page of a chunk: the first of its parts that has a URL. */
const chunk = lenient
  .object({ web: page, maps: page, retrievedContext: page })
  .transform(({ web, maps, retrievedContext }) => [web, maps, retrievedContext].find((part) => part?.uri));
export type GroundedPage = z.infer<typeof chunk>;

const support = lenient.object({
  segment: lenient.object({ ...lenient.numbers('startIndex', 'endIndex'), text: lenient.text }).optional(),
  groundingChunkIndices: lenient.array(lenient.number),
});

const groundingMetadata = lenient.object({
  groundingChunks: lenient.array(chunk),
  groundingSupports: lenient.array(support),
});
export type GroundingMetadata = z.infer<typeof groundingMetadata>;

const openedPage = lenient.object(lenient.texts('retrievedUrl', 'urlRetrievalStatus'));

export const eventSchema = z.looseObject({
  candidates: needed(
    z
      .array(
        z.looseObject({
          index: lenient.number,
          content: needed(z.looseObject({ parts: needed(z.array(part).nullish()) }).nullish()),
          finishReason: lenient.text,
          groundingMetadata: groundingMetadata.optional(),
          urlContextMetadata: lenient.object({ urlMetadata: lenient.array(openedPage) }).optional(),
        }),
      )
      .nullish(),
  ),
  promptFeedback: lenient.object(lenient.texts('blockReason')).optional(),
  usageMetadata: lenient.object(lenient.numbers('totalTokenCount')).optional(),
  error: modelErrorSchema.nullish(),
});

/** Calls the streaming generation endpoint. @throws as `postJson` does */
export function streamGenerateContent(
  options: ModelOptions,
  body: object,
  context: ProviderContext,
): Promise<ProviderResponse> {
  return post('streamGenerateContent?alt=sse', options, body, context);
}

/** Calls the generation endpoint that does not stream. @throws as `postJson` does */
export function generateContent(
  options: ModelOptions,
  body: object,
  context: ProviderContext,
): Promise<ProviderResponse> {
  return post('generateContent', options, body, context);
}

function post(
  method: string,
  { baseUrl, apiKey, model }: ModelOptions,
  body: object,
  context: ProviderContext,
): Promise<ProviderResponse> {
  const name = encodeURIComponent(model.replace(/^models\//, ''));
  const url = buildUrl(baseUrl, 'v1beta', `models/${name}:${method}`);
  return postJson(url, { 'x-goog-api-key': apiKey }, body, context);
}

/** Classifies an error. A daily quota stays used up for the rest of the day, even if the error suggests a shorter wait. */
export function getErrorKind({ details }: ModelError, status: number): ProviderErrorKind {
  const violations = (details ?? []).flatMap((detail) => detail.violations ?? []);
  const isDailyQuota = status === 429 && violations.some(({ quotaId }) => /PerDay/i.test(quotaId ?? ''));
  return isDailyQuota ? 'quota' : classifyStatus(status);
}
