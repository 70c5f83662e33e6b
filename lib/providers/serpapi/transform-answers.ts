import { z } from 'zod';
import type { OfficeResult } from '#lib/contract/results/assistants';
import type { SearchAiResult } from '#lib/contract/results/search';
import {
  getWebsite,
  type ListedBusiness,
  listBusinesses,
  toMap,
  toPlace,
} from '#lib/providers/serpapi/businesses';
import { readCitedAnswer } from '#lib/providers/serpapi/cited-answer';
import { formatShownNumber, type Price, parseCount, parseNumber } from '#lib/providers/serpapi/parse-numbers';
import {
  getLink,
  getName,
  getOldPrice,
  getPrice,
  getStore,
  type ListedProduct,
  listCardProducts,
  listInlineProducts,
} from '#lib/providers/serpapi/products';
import { readVideos } from '#lib/providers/serpapi/videos';
import { lenientArray, lenientObject, omitEmpty, optionalText } from '#lib/providers/shared/parse-response';

/**
 * Converts an answer of `bing_copilot` to an `office` result. SerpApi returns no search queries.
 * @param country of the request, which decides the currency of `$`
 */
export function toOfficeResult(body: unknown, country: string): Omit<OfficeResult, 'html'> {
  const products = [...listCardProducts(body), ...listInlineProducts(body)].filter(isFirst);
  const businesses = listBusinesses(body);
  return {
    ...readCitedAnswer(body),
    ...(products.length > 0 && {
      shoppingCards: [
        { products: products.map((product, index) => toOfficeProduct(product, index, country)) },
      ],
    }),
    ...(businesses.length > 0 && { map: businesses.map(toOfficePlace) }),
  };
}

function isFirst(product: ListedProduct, index: number, all: ListedProduct[]): boolean {
  const isSame = (other: ListedProduct) =>
    getName(other) === getName(product) && getLink(other) === getLink(product);
  return all.findIndex(isSame) === index;
}

function toOfficeProduct(
  product: ListedProduct,
  index: number,
  country: string,
): NonNullable<OfficeResult['shoppingCards']>[number]['products'][number] {
  const price = getPrice(product, country);
  return {
    position: index + 1,
    name: getName(product),
    images: product.thumbnail ? [{ url: product.thumbnail }] : [],
    specifications: [],
    tags: (product.extensions ?? []).filter((tag) => typeof tag === 'string'),
    ...omitEmpty({
      product: omitEmpty({ id: product.product_id }),
      url: getLink(product),
      description: product.description || product.snippet,
      price: price && {
        amount: price.value,
        ...omitEmpty({ currency: price.currency, currencySymbol: price.symbol }),
      },
      seller: getStore(product),
      sellerLogoUrl: product.source_icon,
      brandName: product.brand,
      rating: omitEmpty({ value: parseNumber(product.rating), count: parseCount(product.reviews) }),
    }),
  };
}

function toOfficePlace(business: ListedBusiness, index: number): NonNullable<OfficeResult['map']>[number] {
  const { latitude, longitude } = business.gps_coordinates ?? {};
  const review = omitEmpty({ count: parseCount(business.reviews), rating: parseNumber(business.rating) });
  const { thumbnail } = business;
  return {
    name: business.title ?? '',
    position: index + 1,
    reviews: Object.keys(review).length > 0 ? [{ ...review, providerIconUrl: null }] : [],
    photos: thumbnail ? [{ url: thumbnail, altText: null, providerName: null }] : [],
    price: business.price || null,
    ...omitEmpty({
      placeId: business.place_id,
      location: omitEmpty({ address: business.address, latitude, longitude }),
      phoneNumber: business.phone,
      url: getWebsite(business),
      openState: business.open_state || business.hours,
      category: business.type,
    }),
  };
}

/**
 * Converts an answer of `google_ai_mode` to a `searchai` result. SerpApi returns no fan-out queries.
 * @param country of the request, which decides the currency of `$`
 */
export function toSearchAiResult(body: unknown, country: string): Omit<SearchAiResult, 'html'> {
  const businesses = listBusinesses(body);
  const cards = listCardProducts(body);
  return {
    ...readCitedAnswer(body),
    ...omitEmpty({
      places: businesses.map(toPlace),
      shopping_cards: cards.map((product) => toShoppingCard(product, country)),
      ads: readProductAds(body, country),
    }),
    inline_products: listInlineProducts(body).map((product, index) => ({
      title: getName(product),
      position: index + 1,
      ...toOffer(product, country),
    })),
    videos: readVideos(body),
    map: toMap(businesses),
  };
}

function toShoppingCard(
  product: ListedProduct,
  country: string,
): NonNullable<SearchAiResult['shopping_cards']>[number] {
  return {
    title: getName(product),
    ...toOffer(product, country),
    ...omitEmpty({
      rating: parseNumber(product.rating),
      reviews: formatShownNumber(product.reviews),
      snippet: product.snippet || product.description,
    }),
    snippet_links: (product.snippet_links ?? []).flatMap(({ text, link }) =>
      text && link ? [{ text, link }] : [],
    ),
  };
}

function toOffer(product: ListedProduct, country: string) {
  return omitEmpty({
    price: toMoney(getPrice(product, country)),
    old_price: toMoney(getOldPrice(product, country)),
    store: getStore(product),
    thumbnail: product.thumbnail,
    product_link: getLink(product),
  });
}

function toMoney(price: Price | undefined) {
  return price && { value: price.value, ...omitEmpty({ currency: price.currency }) };
}

const adHolder = lenientObject({ ads: z.unknown().optional() });
const adSection = lenientObject({ title: optionalText, ads: lenientArray(z.unknown()) });

/** Reads sponsored products: a list, or an object with the list and its title. */
function readProductAds(body: unknown, country: string): SearchAiResult['ads'] {
  const { ads } = adHolder.parse(body);
  const { title, ads: entries = [] } = adSection.parse(Array.isArray(ads) ? { ads } : ads);
  const products = listCardProducts({ shopping_results: entries })
    .flatMap((product) => {
      const url = getLink(product);
      return url ? [{ product, url }] : [];
    })
    .map(({ product, url }, index) => ({
      title: getName(product),
      url,
      position: index + 1,
      ...omitEmpty({
        price: toMoney(getPrice(product, country)),
        store: getStore(product),
        rating: parseNumber(product.rating),
        reviews: formatShownNumber(product.reviews),
      }),
    }));
  return products.length > 0 ? { ...omitEmpty({ title }), ads: products } : undefined;
}
