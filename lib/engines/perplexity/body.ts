import { z } from 'zod';

/** The vendor's shapes, as far as they are read; unknown keys stay. Events and bodies are alike. */
const searchResult = z.looseObject({
  url: z.string().nullish(),
  title: z.string().nullish(),
  snippet: z.string().nullish(),
});
export type SearchResult = z.infer<typeof searchResult>;

const size = z.number().nullish().catch(undefined);

const image = z.looseObject({
  image_url: z.string().nullish(),
  imageUrl: z.string().nullish(),
  originUrl: z.string().nullish(),
  url: z.string().nullish(),
  origin_url: z.string().nullish(),
  title: z.string().nullish(),
  width: size,
  height: size,
});
export type VendorImage = z.infer<typeof image>;

const video = z.looseObject({
  url: z.string().nullish(),
  title: z.string().nullish(),
  thumbnail_url: z.string().nullish(),
  thumbnail_width: size,
  thumbnail_height: size,
});
export type VendorVideo = z.infer<typeof video>;

const textPart = z.looseObject({ text: z.string().nullish() });
const content = z.union([
  z.string(),
  z.array(textPart).transform((parts) => parts.map((part) => part.text ?? '').join('')),
]);
const message = z.looseObject({ content: content.nullish() });

export const errorSchema = z.looseObject({
  code: z.union([z.number(), z.string()]).nullish(),
  type: z.string().nullish(),
  message: z.string().nullish(),
});
export type VendorError = z.infer<typeof errorSchema>;

/** Extras that are not as expected are dropped, not the answer with them. */
export const eventSchema = z.looseObject({
  object: z.string().nullish(),
  citations: z.array(z.string()).nullish().catch(undefined),
  search_results: z.array(searchResult).nullish().catch(undefined),
  images: z
    .array(z.union([z.string().transform((url): VendorImage => ({ image_url: url })), image]))
    .nullish()
    .catch(undefined),
  videos: z.array(video).nullish().catch(undefined),
  related_questions: z
    .array(z.union([z.string(), z.looseObject({ text: z.string() }).transform(({ text }) => text)]))
    .nullish()
    .catch(undefined),
  choices: z
    .array(
      z.looseObject({
        index: z.number().nullish(),
        finish_reason: z.string().nullish(),
        message: message.nullish(),
        delta: message.nullish(),
      }),
    )
    .nullish(),
  error: errorSchema.nullish(),
});
export type VendorEvent = z.infer<typeof eventSchema>;
