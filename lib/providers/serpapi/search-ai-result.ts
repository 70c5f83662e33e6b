import { z } from 'zod';
import type { SearchAiResult } from '#lib/contract/results/search';
import { someList, someObject, someText } from '#lib/providers/lenient';
import { citedAnswer } from '#lib/providers/serpapi/cited-answer';
import { numberOf, shownFigure } from '#lib/providers/serpapi/figures';
import type { Money } from '#lib/providers/serpapi/money';
import { mapEntries, placeEntry, vendorPlaces } from '#lib/providers/serpapi/places';
import {
  cardProducts,
  inlineProducts,
  linkOf,
  nameOf,
  oldPriceOf,
  priceOf,
  storeOf,
  type VendorProduct,
} from '#lib/providers/serpapi/products';
import { videosOf } from '#lib/providers/serpapi/videos';
import { told } from '#lib/providers/told';

type Ads = NonNullable<SearchAiResult['ads']>;

/**
 * An answer of `google_ai_mode` as this interface's `searchai` result. The vendor gives no fan-out queries, and
 * neither does the result. Places, products and ads have what is told of them; an ad without an address is none.
 * @param country ISO 3166-1 alpha-2 of the request, which tells what a bare `$` is
 */
export function searchAiResult(body: unknown, country: string): Omit<SearchAiResult, 'html'> {
  const places = vendorPlaces(body);
  const cards = cardProducts(body);
  const ads = adsOf(body, country);
  return {
    ...citedAnswer(body),
    ...(places.length > 0 && { places: places.map(placeEntry) }),
    ...(cards.length > 0 && { shopping_cards: cards.map((product) => card(product, country)) }),
    ...(ads && { ads }),
    inline_products: inlineProducts(body).map((product, index) => ({
      title: nameOf(product),
      position: index + 1,
      ...offered(product, country),
    })),
    videos: videosOf(body),
    map: mapEntries(places),
  };
}

function card(
  product: VendorProduct,
  country: string,
): NonNullable<SearchAiResult['shopping_cards']>[number] {
  return {
    title: nameOf(product),
    ...offered(product, country),
    ...told({
      rating: numberOf(product.rating),
      reviews: shownFigure(product.reviews),
      snippet: product.snippet || product.description,
    }),
    snippet_links: (product.snippet_links ?? []).flatMap(({ text, link }) =>
      text && link ? [{ text, link }] : [],
    ),
  };
}

function offered(product: VendorProduct, country: string) {
  return told({
    price: amount(priceOf(product, country)),
    old_price: amount(oldPriceOf(product, country)),
    store: storeOf(product),
    thumbnail: product.thumbnail,
    product_link: linkOf(product),
  });
}

function amount(money: Money | undefined) {
  return money && { value: money.value, ...told({ currency: money.currency }) };
}

const holder = someObject({ ads: z.unknown().optional() });
const titled = someObject({ title: someText, ads: someList(z.unknown()) });

/** The sponsored products: a list, or an object with the list and its heading. */
function adsOf(body: unknown, country: string): Ads | undefined {
  const { ads } = holder.parse(body);
  const { title, ads: inside = [] } = titled.parse(Array.isArray(ads) ? { ads } : ads);
  const entries = cardProducts({ shopping_results: inside })
    .flatMap((product) => {
      const url = linkOf(product);
      return url ? [{ product, url }] : [];
    })
    .map(({ product, url }, index) => ({
      title: nameOf(product),
      url,
      position: index + 1,
      ...told({
        price: amount(priceOf(product, country)),
        store: storeOf(product),
        rating: numberOf(product.rating),
        reviews: shownFigure(product.reviews),
      }),
    }));
  return entries.length > 0 ? { ...told({ title }), ads: entries } : undefined;
}
