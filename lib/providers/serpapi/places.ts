import { z } from 'zod';
import type { SearchAiResult } from '#lib/contract/results/search';
import { someList, someNumber, someObject, someText } from '#lib/providers/lenient';
import { countOf, numberOf, someFigure } from '#lib/providers/serpapi/figures';
import { told } from '#lib/providers/told';

/** A place as the vendor lists it under `local_results`. */
const place = someObject({
  title: someText,
  link: someText,
  website: someText,
  links: someObject({ website: someText }).optional(),
  place_id: someText,
  thumbnail: someText,
  rating: someFigure,
  reviews: someFigure,
  type: someText,
  price: someText,
  address: someText,
  phone: someText,
  open_state: someText,
  hours: someText,
  description: someText,
  gps_coordinates: someObject({ latitude: someNumber, longitude: someNumber }).optional(),
});
export type VendorPlace = z.infer<typeof place>;

const holder = someObject({ local_results: z.unknown().optional(), text_blocks: someList(z.unknown()) });
const wrapped = someObject({ places: someList(place) });

/** The places beside an answer and inside its text. A place without a name is none. */
export function vendorPlaces(answer: unknown): VendorPlace[] {
  const { local_results, text_blocks } = holder.parse(answer);
  const inside = (text_blocks ?? []).flatMap((block) => listed(holder.parse(block).local_results));
  const all = [...listed(local_results), ...inside].filter(({ title }) => title);
  return all.filter((one, index) => all.findIndex((other) => isSame(one, other)) === index);
}

/** A list, or an object with the list inside, as the engine `google` has it. */
function listed(value: unknown): VendorPlace[] {
  return Array.isArray(value) ? value.map((item) => place.parse(item)) : (wrapped.parse(value).places ?? []);
}

function isSame(one: VendorPlace, other: VendorPlace): boolean {
  return one.title === other.title && one.address === other.address && one.place_id === other.place_id;
}

type Place = NonNullable<SearchAiResult['places']>[number];

/** A place of an answer, with what is told of it. */
export function placeEntry(found: VendorPlace, index: number): Place {
  return {
    title: found.title ?? '',
    index: index + 1,
    ...told({
      link: websiteOf(found),
      place_id: found.place_id,
      thumbnail: found.thumbnail,
      rating: numberOf(found.rating),
      reviews: countOf(found.reviews),
      type: found.type,
      price_level: found.price,
      address: found.address,
      status: found.open_state || found.hours,
    }),
  };
}

/** The places of an answer that have a point on the map. */
export function mapEntries(found: VendorPlace[]): SearchAiResult['map'] {
  return found.flatMap((one, index) => {
    const { latitude, longitude } = one.gps_coordinates ?? {};
    if (latitude == null || longitude == null) return [];
    const { price_level: _, ...entry } = placeEntry(one, index);
    return [{ ...entry, gps_coordinates: { latitude, longitude } }];
  });
}

export function websiteOf({ link, website, links }: VendorPlace): string | undefined {
  return website || links?.website || link || undefined;
}
