import { z } from 'zod';
import {
  lenientArray,
  lenientObject,
  optionalBoolean,
  optionalNumber,
  optionalText,
} from '#lib/providers/shared/parse-response';

/** The parts of the API's responses that are read. Only the answer's text is required; unknown keys are kept. */
const part = z.looseObject({ text: z.string().nullish(), thought: optionalBoolean });

const page = lenientObject({ uri: optionalText, title: optionalText, domain: optionalText }).optional();
const chunk = lenientObject({ web: page, maps: page, retrievedContext: page });
export type GroundingChunk = z.infer<typeof chunk>;

const support = lenientObject({
  segment: lenientObject({
    startIndex: optionalNumber,
    endIndex: optionalNumber,
    text: optionalText,
  }).optional(),
  groundingChunkIndices: lenientArray(optionalNumber),
});

const groundingMetadata = lenientObject({
  groundingChunks: lenientArray(chunk),
  groundingSupports: lenientArray(support),
});
export type GroundingMetadata = z.infer<typeof groundingMetadata>;

export const errorSchema = z.looseObject({
  code: z.number().nullish(),
  message: z.string().nullish(),
  status: z.string().nullish(),
  details: z
    .array(
      z.looseObject({
        '@type': z.string().nullish(),
        reason: z.string().nullish(),
        violations: lenientArray(lenientObject({ quotaId: optionalText })),
        retryDelay: z.string().nullish(),
      }),
    )
    .nullish()
    .catch(undefined),
});
export type ApiError = z.infer<typeof errorSchema>;

const openedPage = lenientObject({ retrievedUrl: optionalText, urlRetrievalStatus: optionalText });

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
  promptFeedback: lenientObject({ blockReason: optionalText, blockReasonMessage: optionalText }).optional(),
  usageMetadata: lenientObject({ totalTokenCount: optionalNumber }).optional(),
  error: errorSchema.nullish(),
});
export type GenerateEvent = z.infer<typeof eventSchema>;
