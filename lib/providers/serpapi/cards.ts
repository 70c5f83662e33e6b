import { z } from 'zod';
import type { SearchAiResult } from '#lib/contract/results/search';
import { getDomain, normalizeUrl } from '#lib/core/urls/normalize-url';
import {
  nameOrText,
  optionalNumberOrText,
  parseCount,
  parseNumber,
  parsePrice,
} from '#lib/providers/serpapi/parse-fields';
import { listBlocks } from '#lib/providers/serpapi/text-blocks';
import { lenient } from '#lib/providers/shared/lenient';
import { joinReported, omitEmpty } from '#lib/providers/shared/parse-response';
import { readLater } from '#lib/providers/shared/response-fields';

const product = lenient.object({
  ...lenient.texts('title', 'name', 'old_price', 'store', 'seller', 'source_icon', 'brand', 'thumbnail'),
  ...lenient.texts('link', 'product_link', 'snippet', 'description'),
  ...lenient.numbers('index', 'extracted_price', 'extracted_old_price'),
  product_id: z
    .union([z.string(), z.number().transform(String)])
    .nullish()
    .catch(undefined),
  price: z
    .union([
      z.string().transform((value) => ({ value, extracted_value: undefined })),
      lenient.object({ value: lenient.text, extracted_value: lenient.number }),
    ])
    .nullish()
    .catch(undefined),
  source: nameOrText,
  rating: optionalNumberOrText,
  reviews: optionalNumberOrText,
  snippet_links: lenient.array(lenient.object(lenient.texts('text', 'link'))),
  extensions: lenient.array(lenient.text),
});
export type ListedProduct = NonNullable<ReturnType<typeof parseProducts>>[number];

/** Parses a list of products; undefined if there is none. @param country the request's country, which determines the currency of symbols such as `$` */
function parseProducts(value: unknown, country: string) {
  const products = productList.parse(value)?.map((entry) => ({
    ...entry,
    name: entry.title?.trim() || entry.name?.trim() || '',
    url: entry.product_link || entry.link || undefined,
    store: entry.store || entry.source || entry.seller,
    price: parsePrice(entry.extracted_price ?? entry.price?.extracted_value, entry.price?.value, country),
    oldPrice: parsePrice(entry.extracted_old_price, entry.old_price, country),
    rating: parseNumber(entry.rating),
  }));
  return products?.filter(({ name }) => name !== '');
}

const productList = lenient.array(product);
const productContainer = lenient.object({
  shopping_results: readLater(() => productList).optional(),
  inline_products: readLater(() => productList).optional(),
  inline_shopping_results: readLater(() => productList).optional(),
  products: readLater(() => productList).optional(),
  ads: readLater(() => z.union([productList, adSection])).optional(),
  snippet_links: lenient.array(lenient.object(lenient.numbers('shopping_results_reference_index'))),
});

/**
 * Reads the products next to an answer (`cards`), and those inside its text or linked from it (`inline`). A card that
 * the text links to is in both lists, but only once in `inline`. `inline` is undefined if SerpApi reports no such products.
 */
export function readProducts(answer: unknown, country: string) {
  const parse = (value: unknown) => parseProducts(value, country);
  const { shopping_results, inline_products, inline_shopping_results } = productContainer.parse(answer);
  const cards = parse(shopping_results) ?? [];
  // A link refers to a card by the card’s `index`, or else by its place in the list, counted from 0.
  const findCard = (index: number) => cards.find((card) => card.index === index) ?? cards[index];
  const inText = listBlocks(answer).flatMap((block) => {
    const { snippet_links, ...lists } = productContainer.parse(block);
    const indexes = (snippet_links ?? []).map((link) => link.shopping_results_reference_index);
    return [
      ...indexes.map((index) => (index == null ? undefined : [findCard(index) ?? []].flat())),
      ...[lists.shopping_results, lists.inline_products, lists.products].map(parse),
    ];
  });
  const inline = joinReported([...inText, parse(inline_products), parse(inline_shopping_results)]);
  return { cards, inline: inline && [...new Set(inline)] };
}

const adSection = lenient.object({ title: lenient.text, ads: readLater(() => productList).optional() });

/** Reads sponsored products: a list, or an object with the list and its title. Those without a URL are dropped. */
export function readProductAds(answer: unknown, country: string) {
  const { ads } = productContainer.parse(answer);
  const section = adSection.parse(Array.isArray(ads) ? { ads } : ads);
  const products = parseProducts(section.ads, country) ?? [];
  return {
    title: section.title,
    products: products.flatMap((entry) => (entry.url ? [{ ...entry, url: entry.url }] : [])),
  };
}

const business = lenient
  .object({
    ...lenient.texts(
      'title',
      'link',
      'website',
      'place_id',
      'thumbnail',
      'type',
      'price',
      'address',
      'phone',
    ),
    ...lenient.texts('open_state', 'hours'),
    links: lenient.object(lenient.texts('website')).optional(),
    rating: optionalNumberOrText.transform(parseNumber),
    reviews: optionalNumberOrText.transform(parseCount),
    gps_coordinates: lenient.object(lenient.numbers('latitude', 'longitude')).optional(),
  })
  .transform((entry) => ({
    ...entry,
    title: entry.title ?? '',
    website: entry.website || entry.links?.website || entry.link,
    status: entry.open_state || entry.hours,
  }));
export type ListedBusiness = z.infer<typeof business>;

const businessContainer = lenient.object({ local_results: readLater(() => businesses).optional() });
// SerpApi's `google` endpoint wraps the list in an object.
const businesses = z.union([
  z.array(business),
  lenient.object({ places: lenient.array(business) }).transform(({ places }) => places),
]);

/**
 * Returns the businesses next to an answer and inside its text, each once; undefined if SerpApi reports no list of them.
 * Those without a name are dropped.
 */
export function listBusinesses(answer: unknown): ListedBusiness[] | undefined {
  const all = joinReported(
    [answer, ...listBlocks(answer)].map((container) =>
      businesses.parse(businessContainer.parse(container).local_results),
    ),
  )?.filter(({ title }) => title !== '');
  if (!all) return undefined;
  const getKey = ({ title, address, place_id }: ListedBusiness) => JSON.stringify([title, address, place_id]);
  return [...Map.groupBy(all, getKey).values()].flatMap(([first]) => first ?? []);
}

type Video = NonNullable<SearchAiResult['videos']>[number];

const video = lenient.object(
  lenient.texts('title', 'link', 'platform', 'source', 'channel', 'duration', 'length', 'thumbnail'),
);

export const videoContainer = lenient
  .object({
    inline_videos: lenient.array(readLater(() => video)),
    videos: lenient.array(readLater(() => video)),
    video: readLater(() => video).optional(),
    header_video: readLater(() => video).optional(),
  })
  .transform(({ inline_videos: inline, videos, video: single, header_video }) => {
    const singles = [header_video, single].filter(Boolean);
    return { featured: joinReported([singles.length > 0 ? singles : undefined, videos]), inline };
  });

/**
 * Returns the videos next to an answer and inside its text, each once; undefined if SerpApi reports no list of them. A
 * missing platform is derived from the URL.
 * SerpApi's `source` is the platform if there is also a `channel`, or if it is the name of a known platform; otherwise it is
 * the channel.
 */
export function readVideos(answer: unknown): Video[] | undefined {
  const { featured, inline } = videoContainer.parse(answer);
  const inText = listBlocks(answer).map((block) => videoContainer.parse(block));
  const values = joinReported([
    featured,
    ...inText.flatMap((block) => [block.featured, block.inline]),
    inline,
  ]);
  if (!values) return undefined;
  const byUrl = new Map<string, Video>();
  for (const value of values) {
    const { title, link, platform, source, channel, duration, length, thumbnail } = video.parse(value);
    const domain = getDomain(link ?? '');
    const key = normalizeUrl(link ?? '');
    if (!link || domain === '' || byUrl.has(key)) continue;
    const isPlatform = source && (channel || platformNames.has(source));
    byUrl.set(key, {
      link,
      ...omitEmpty({
        title,
        platform: platform || (isPlatform ? source : undefined) || platformsByDomain[domain],
        channel: channel || (isPlatform ? undefined : source),
        duration: duration || length,
        thumbnail,
      }),
    });
  }
  return [...byUrl.values()];
}

const platformsByDomain: Record<string, string> = {
  'youtube.com': 'YouTube',
  'm.youtube.com': 'YouTube',
  'youtu.be': 'YouTube',
  'tiktok.com': 'TikTok',
  'vimeo.com': 'Vimeo',
  'facebook.com': 'Facebook',
  'instagram.com': 'Instagram',
};
const platformNames = new Set(Object.values(platformsByDomain));

/** Everything that is read of the cards next to an answer, or of those in one of its blocks. */
export const cardContainer = productContainer.and(businessContainer).and(videoContainer);
