import { z } from 'zod';
import { someFlag, someList, someNumber, someObject, someText } from '#lib/providers/lenient';

/** The vendor's shapes, as far as they are read; unknown keys stay, and only the text itself is insisted on. */
const part = z.looseObject({ text: z.string().nullish(), thought: someFlag });

const place = someObject({ uri: someText, title: someText, domain: someText }).optional();
const chunk = someObject({ web: place, maps: place, retrievedContext: place });
const readPage = someObject({ retrievedUrl: someText, urlRetrievalStatus: someText });
export type GroundingChunk = z.infer<typeof chunk>;

const support = someObject({
  segment: someObject({ startIndex: someNumber, endIndex: someNumber, text: someText }).optional(),
  groundingChunkIndices: someList(someNumber),
});
export type GroundingSupport = z.infer<typeof support>;

export const errorSchema = z.looseObject({
  code: z.number().nullish(),
  message: z.string().nullish(),
  status: z.string().nullish(),
  details: z
    .array(
      z.looseObject({
        '@type': z.string().nullish(),
        reason: z.string().nullish(),
        violations: someList(someObject({ quotaId: someText })),
        retryDelay: z.string().nullish(),
      }),
    )
    .nullish()
    .catch(undefined),
});
export type VendorError = z.infer<typeof errorSchema>;

export const eventSchema = z.looseObject({
  candidates: z
    .array(
      z.looseObject({
        index: someNumber,
        content: z.looseObject({ parts: z.array(part).nullish() }).nullish(),
        finishReason: someText,
        groundingMetadata: someObject({
          groundingChunks: someList(chunk),
          groundingSupports: someList(support),
        }).optional(),
        urlContextMetadata: someObject({ urlMetadata: someList(readPage) }).optional(),
      }),
    )
    .nullish(),
  promptFeedback: someObject({ blockReason: someText, blockReasonMessage: someText }).optional(),
  usageMetadata: someObject({ totalTokenCount: someNumber }).optional(),
  error: errorSchema.nullish(),
});
export type VendorEvent = z.infer<typeof eventSchema>;
