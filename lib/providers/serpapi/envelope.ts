import { z } from 'zod';
import { someObject, someText } from '#lib/providers/lenient';
import { ProviderFailure } from '#lib/providers/provider';

const schema = z.looseObject({
  search_metadata: someObject({
    status: someText,
    raw_html_file: someText,
    prettify_html_file: someText,
  }).optional(),
  error: z
    .union([z.string(), z.looseObject({ message: z.string() }).transform(({ message }) => message)])
    .nullish()
    .catch(undefined),
});

/** What every answer of the vendor has around its results, which stay as they came. */
export type Envelope = z.infer<typeof schema>;

/** Lists and objects by which an answer without `search_metadata` is known. */
const resultKeys = [
  'ai_overview',
  'text_blocks',
  'references',
  'organic_results',
  'news_results',
  'search_parameters',
  'search_information',
];

/** @throws ProviderFailure transient when it is no answer of this vendor */
export function readEnvelope(body: unknown): Envelope {
  const parsed = schema.safeParse(body);
  const isAnswer =
    parsed.success &&
    (Object.keys(parsed.data.search_metadata ?? {}).length > 0 ||
      parsed.data.error != null ||
      resultKeys.some((key) => typeof parsed.data[key] === 'object' && parsed.data[key] !== null));
  if (!isAnswer) throw new ProviderFailure('transient', 'SerpApi’s answer has a shape that cannot be read.');
  return parsed.data;
}
