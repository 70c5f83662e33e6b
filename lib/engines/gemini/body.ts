import { z } from 'zod';

/** The vendor's shapes, as far as they are read; unknown keys stay. */
const part = z.looseObject({ text: z.string().nullish(), thought: z.boolean().nullish() });

const place = z.looseObject({
  uri: z.string().nullish(),
  title: z.string().nullish(),
  domain: z.string().nullish(),
});
const chunk = z.looseObject({
  web: place.nullish(),
  maps: place.nullish(),
  retrievedContext: place.nullish(),
});
export type GroundingChunk = z.infer<typeof chunk>;

const support = z.looseObject({
  segment: z
    .looseObject({
      startIndex: z.number().nullish(),
      endIndex: z.number().nullish(),
      text: z.string().nullish(),
    })
    .nullish(),
  groundingChunkIndices: z.array(z.number()).nullish(),
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
        index: z.number().nullish(),
        content: z.looseObject({ parts: z.array(part).nullish() }).nullish(),
        finishReason: z.string().nullish(),
        groundingMetadata: z
          .looseObject({
            groundingChunks: z.array(chunk).nullish(),
            groundingSupports: z.array(support).nullish(),
          })
          .nullish(),
      }),
    )
    .nullish(),
  promptFeedback: z.looseObject({ blockReason: z.string().nullish() }).nullish(),
  error: errorSchema.nullish(),
});
export type VendorEvent = z.infer<typeof eventSchema>;
