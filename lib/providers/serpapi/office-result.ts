import type { OfficeResult } from '#lib/contract/results/office';
import { citedAnswer } from '#lib/providers/serpapi/cited-answer';
import { countOf, numberOf } from '#lib/providers/serpapi/figures';
import { type VendorPlace, vendorPlaces, websiteOf } from '#lib/providers/serpapi/places';
import {
  cardProducts,
  inlineProducts,
  linkOf,
  nameOf,
  priceOf,
  storeOf,
  type VendorProduct,
} from '#lib/providers/serpapi/products';
import { told } from '#lib/providers/told';

type Card = NonNullable<OfficeResult['shoppingCards']>[number]['products'][number];
type MapEntry = NonNullable<OfficeResult['map']>[number];

/**
 * An answer of `bing_copilot` as this interface's `office` result. The vendor gives no queries; products and
 * places only now and then, each with what is told of it.
 * @param country ISO 3166-1 alpha-2 of the request, which tells what a bare `$` is
 */
export function officeResult(body: unknown, country: string): Omit<OfficeResult, 'html'> {
  const products = [...cardProducts(body), ...inlineProducts(body)].filter(isFirstOfName);
  const places = vendorPlaces(body);
  return {
    ...citedAnswer(body),
    ...(products.length > 0 && {
      shoppingCards: [{ products: products.map((product, index) => card(product, index, country)) }],
    }),
    ...(places.length > 0 && { map: places.map(mapEntry) }),
  };
}

function card(product: VendorProduct, index: number, country: string): Card {
  const price = priceOf(product, country);
  return {
    position: index + 1,
    name: nameOf(product),
    images: product.thumbnail ? [{ url: product.thumbnail }] : [],
    specifications: [],
    tags: (product.extensions ?? []).filter((tag) => typeof tag === 'string'),
    ...told({
      product: told({ id: product.product_id }),
      url: linkOf(product),
      description: product.description || product.snippet,
      price: price && {
        amount: price.value,
        ...told({ currency: price.currency, currencySymbol: price.symbol }),
      },
      seller: storeOf(product),
      sellerLogoUrl: product.source_icon,
      brandName: product.brand,
      rating: told({ value: numberOf(product.rating), count: countOf(product.reviews) }),
    }),
  };
}

function isFirstOfName(product: VendorProduct, index: number, all: VendorProduct[]): boolean {
  return (
    all.findIndex((other) => nameOf(other) === nameOf(product) && linkOf(other) === linkOf(product)) === index
  );
}

function mapEntry(place: VendorPlace, index: number): MapEntry {
  const { latitude, longitude } = place.gps_coordinates ?? {};
  const review = told({ count: countOf(place.reviews), rating: numberOf(place.rating) });
  return {
    name: place.title ?? '',
    position: index + 1,
    reviews: Object.keys(review).length > 0 ? [{ ...review, providerIconUrl: null }] : [],
    photos: place.thumbnail ? [{ url: place.thumbnail, altText: null, providerName: null }] : [],
    price: place.price || null,
    ...told({
      placeId: place.place_id,
      location: told({ address: place.address, latitude, longitude }),
      phoneNumber: place.phone,
      url: websiteOf(place),
      openState: place.open_state || place.hours,
      category: place.type,
    }),
  };
}
