import { z } from 'zod';
import { someList, someNumber, someObject, someText } from '#lib/providers/lenient';

/** The vendor's shapes, as far as they are read; unknown keys stay, and only the text itself is insisted on. */
const searchResult = someObject({ url: someText, title: someText, snippet: someText });
export type SearchResult = z.infer<typeof searchResult>;

const image = z.preprocess(
  (value) => (typeof value === 'string' ? { image_url: value } : value),
  someObject({
    image_url: someText,
    imageUrl: someText,
    originUrl: someText,
    url: someText,
    origin_url: someText,
    title: someText,
    width: someNumber,
    height: someNumber,
  }),
);
export type VendorImage = z.infer<typeof image>;

const video = z.preprocess(
  (value) => (typeof value === 'string' ? { url: value } : value),
  someObject({
    url: someText,
    title: someText,
    thumbnail_url: someText,
    thumbnail_width: someNumber,
    thumbnail_height: someNumber,
  }),
);
export type VendorVideo = z.infer<typeof video>;

const question = z.preprocess(
  (value) => (typeof value === 'object' && value !== null && 'text' in value ? value.text : value),
  someText,
);

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

export const eventSchema = z.looseObject({
  object: someText,
  citations: someList(someText),
  search_results: someList(searchResult),
  images: someList(image),
  videos: someList(video),
  related_questions: someList(question),
  choices: z
    .array(
      z.looseObject({
        index: someNumber,
        finish_reason: someText,
        message: message.nullish(),
        delta: message.nullish(),
      }),
    )
    .nullish(),
  usage: someObject({
    total_tokens: someNumber,
    cost: someObject({ total_cost: someNumber }).optional(),
  }).optional(),
  error: errorSchema.nullish(),
});
export type VendorEvent = z.infer<typeof eventSchema>;
