import { z } from 'zod';
import type { SearchAiResult } from '#lib/contract/results/search';
import { optionalNumberOrText, parseCount, parseNumber } from '#lib/providers/serpapi/parse-numbers';
import {
  lenientArray,
  lenientObject,
  omitEmpty,
  optionalNumber,
  optionalText,
} from '#lib/providers/shared/parse-response';

/** An entry of `local_results`. */
const business = lenientObject({
  title: optionalText,
  link: optionalText,
  website: optionalText,
  links: lenientObject({ website: optionalText }).optional(),
  place_id: optionalText,
  thumbnail: optionalText,
  rating: optionalNumberOrText,
  reviews: optionalNumberOrText,
  type: optionalText,
  price: optionalText,
  address: optionalText,
  phone: optionalText,
  open_state: optionalText,
  hours: optionalText,
  description: optionalText,
  gps_coordinates: lenientObject({ latitude: optionalNumber, longitude: optionalNumber }).optional(),
});
export type ListedBusiness = z.infer<typeof business>;

const businessHolder = lenientObject({
  local_results: z.unknown().optional(),
  text_blocks: lenientArray(z.unknown()),
});
const nestedBusinesses = lenientObject({ places: lenientArray(business) });

/** Returns the businesses next to an answer and inside its text, each once. Those without a name are dropped. */
export function listBusinesses(answer: unknown): ListedBusiness[] {
  const { local_results, text_blocks } = businessHolder.parse(answer);
  const inText = (text_blocks ?? []).flatMap((block) =>
    parseBusinesses(businessHolder.parse(block).local_results),
  );
  const all = [...parseBusinesses(local_results), ...inText].filter(({ title }) => title);
  return all.filter((one, index) => all.findIndex((other) => isSame(one, other)) === index);
}

/** The engine `google` has an object with the list. */
function parseBusinesses(value: unknown): ListedBusiness[] {
  if (Array.isArray(value)) return value.map((item) => business.parse(item));
  return nestedBusinesses.parse(value).places ?? [];
}

function isSame(one: ListedBusiness, other: ListedBusiness): boolean {
  return one.title === other.title && one.address === other.address && one.place_id === other.place_id;
}

export function toPlace(
  listed: ListedBusiness,
  index: number,
): NonNullable<SearchAiResult['places']>[number] {
  return {
    title: listed.title ?? '',
    index: index + 1,
    ...omitEmpty({
      link: getWebsite(listed),
      place_id: listed.place_id,
      thumbnail: listed.thumbnail,
      rating: parseNumber(listed.rating),
      reviews: parseCount(listed.reviews),
      type: listed.type,
      price_level: listed.price,
      address: listed.address,
      status: listed.open_state || listed.hours,
    }),
  };
}

/** Returns the businesses that have coordinates. */
export function toMap(listed: ListedBusiness[]): SearchAiResult['map'] {
  return listed.flatMap((one, index) => {
    const { latitude, longitude } = one.gps_coordinates ?? {};
    if (latitude == null || longitude == null) return [];
    const { price_level: _, ...place } = toPlace(one, index);
    return [{ ...place, gps_coordinates: { latitude, longitude } }];
  });
}

export function getWebsite({ link, website, links }: ListedBusiness): string | undefined {
  return website || links?.website || link || undefined;
}
