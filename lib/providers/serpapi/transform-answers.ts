import type { OfficeResult } from '#lib/contract/results/assistants';
import type { SearchAiResult } from '#lib/contract/results/search';
import {
  type ListedBusiness,
  type ListedProduct,
  listBusinesses,
  readProductAds,
  readProducts,
  readVideos,
} from '#lib/providers/serpapi/cards';
import { readCitedAnswer } from '#lib/providers/serpapi/cited-answer';
import { formatShownNumber, type Price, parseCount } from '#lib/providers/serpapi/parse-fields';
import { omitEmpty } from '#lib/providers/shared/parse-response';

/**
 * Converts an answer of `bing_copilot` to the result of the engine `office`. SerpApi returns no search queries.
 * @param country the request's country, which determines the currency of symbols such as `$`
 */
export function toOfficeResult(body: unknown, country: string): Omit<OfficeResult, 'html'> {
  const { cards, inline } = readProducts(body, country);
  const byNameAndUrl = Map.groupBy([...cards, ...(inline ?? [])], ({ name, url }) =>
    JSON.stringify([name, url]),
  );
  const products = [...byNameAndUrl.values()].flatMap(([first]) => first ?? []).map(toOfficeProduct);
  return {
    ...readCitedAnswer(body),
    ...(products.length > 0 && { shoppingCards: [{ products }] }),
    ...omitEmpty({ map: listBusinesses(body)?.map(toOfficePlace) }),
  };
}

function toOfficeProduct(
  product: ListedProduct,
  index: number,
): NonNullable<OfficeResult['shoppingCards']>[number]['products'][number] {
  const { name, url, price, thumbnail } = product;
  return {
    position: index + 1,
    name,
    ...(thumbnail && { images: [{ url: thumbnail }] }),
    ...(product.extensions && { tags: product.extensions.filter((tag) => typeof tag === 'string') }),
    ...omitEmpty({
      product: omitEmpty({ id: product.product_id }),
      url,
      description: product.description || product.snippet,
      price: price && {
        amount: price.value,
        ...omitEmpty({ currency: price.currency, currencySymbol: price.symbol }),
      },
      seller: product.store,
      sellerLogoUrl: product.source_icon,
      brandName: product.brand,
      rating: omitEmpty({ value: product.rating, count: parseCount(product.reviews) }),
    }),
  };
}

function toOfficePlace(
  { title, thumbnail, price, gps_coordinates, ...business }: ListedBusiness,
  index: number,
): NonNullable<OfficeResult['map']>[number] {
  const { latitude, longitude } = gps_coordinates ?? {};
  const review = omitEmpty({ count: business.reviews, rating: business.rating });
  return {
    name: title,
    position: index + 1,
    ...(Object.keys(review).length > 0 && { reviews: [{ ...review, providerIconUrl: null }] }),
    ...(thumbnail && { photos: [{ url: thumbnail, altText: null, providerName: null }] }),
    price: price || null,
    ...omitEmpty({
      placeId: business.place_id,
      location: omitEmpty({ address: business.address, latitude, longitude }),
      phoneNumber: business.phone,
      url: business.website,
      openState: business.status,
      category: business.type,
    }),
  };
}

/**
 * Converts an answer of `google_ai_mode` to the result of the engine `searchai`. SerpApi returns no search queries.
 * @param country the request's country, which determines the currency of symbols such as `$`
 */
export function toSearchAiResult(body: unknown, country: string): Omit<SearchAiResult, 'html'> {
  const businesses = listBusinesses(body);
  const places = businesses?.map(toPlace);
  const { cards, inline } = readProducts(body, country);
  const inlineProducts = inline?.map((product, index) => ({
    title: product.name,
    position: index + 1,
    ...toOffer(product),
  }));
  const videos = readVideos(body);
  const map = places?.flatMap(({ price_level: _, ...place }, index) => {
    const { latitude, longitude } = businesses?.[index]?.gps_coordinates ?? {};
    const hasCoordinates = latitude != null && longitude != null;
    return hasCoordinates ? [{ ...place, gps_coordinates: { latitude, longitude } }] : [];
  });
  return {
    ...readCitedAnswer(body),
    ...omitEmpty({ places, shopping_cards: cards.map(toShoppingCard), ads: toAds(body, country) }),
    ...(inlineProducts && { inline_products: inlineProducts }),
    ...(videos && { videos }),
    // Places without coordinates do not say where they are on the map.
    ...((map?.length === 0 ? places?.length === 0 : map) && { map }),
  };
}

function toPlace(
  { title, website, price, place_id, thumbnail, rating, reviews, type, address, status }: ListedBusiness,
  index: number,
): NonNullable<SearchAiResult['places']>[number] {
  const details = { link: website, price_level: price, place_id, thumbnail, rating, reviews, type, address };
  return { title, index: index + 1, ...omitEmpty({ ...details, status }) };
}

function toShoppingCard(product: ListedProduct): NonNullable<SearchAiResult['shopping_cards']>[number] {
  return {
    title: product.name,
    ...toOffer(product),
    ...omitEmpty({
      rating: product.rating,
      reviews: formatShownNumber(product.reviews),
      snippet: product.snippet || product.description,
    }),
    ...(product.snippet_links && {
      snippet_links: product.snippet_links.flatMap(({ text, link }) =>
        text && link ? [{ text, link }] : [],
      ),
    }),
  };
}

function toOffer({ price, oldPrice, store, thumbnail, url }: ListedProduct) {
  return omitEmpty({
    price: toMoney(price),
    old_price: toMoney(oldPrice),
    store,
    thumbnail,
    product_link: url,
  });
}

function toMoney(price: Price | undefined) {
  return price && { value: price.value, ...omitEmpty({ currency: price.currency }) };
}

function toAds(body: unknown, country: string): SearchAiResult['ads'] {
  const { title, products } = readProductAds(body, country);
  if (products.length === 0) return undefined;
  const ads = products.map(({ name, url, price, store, rating, reviews }, index) => ({
    title: name,
    url,
    position: index + 1,
    ...omitEmpty({ price: toMoney(price), store, rating, reviews: formatShownNumber(reviews) }),
  }));
  return { ...omitEmpty({ title }), ads };
}
