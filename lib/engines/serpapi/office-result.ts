import type { OfficeResult } from '#lib/contract/results/office';
import { citedAnswer } from '#lib/engines/serpapi/cited-answer';
import { countOf, numberOf } from '#lib/engines/serpapi/figures';
import { type VendorPlace, vendorPlaces, websiteOf } from '#lib/engines/serpapi/places';
import {
  cardProducts,
  inlineProducts,
  linkOf,
  nameOf,
  priceOf,
  storeOf,
  type VendorProduct,
} from '#lib/engines/serpapi/products';

type Card = NonNullable<OfficeResult['shoppingCards']>[number]['products'][number];
type MapEntry = NonNullable<OfficeResult['map']>[number];

/**
 * An answer of `bing_copilot` as this interface's `office` result. The vendor gives no queries; products and
 * places only now and then, and of those words that are not told are empty and figures 0.
 * @param country ISO 3166-1 alpha-2 of the request, which tells what a bare `$` is
 */
export function officeResult(body: unknown, country: string): Omit<OfficeResult, 'html'> {
  const products = [...cardProducts(body), ...inlineProducts(body)].filter(isFirstOfName);
  const places = vendorPlaces(body).filter(hasPoint);
  return {
    ...citedAnswer(body),
    ...(products.length > 0 && {
      shoppingCards: [
        {
          type: 'products',
          layout: 'carousel',
          products: products.map((product, index) => card(product, index, country)),
        },
      ],
    }),
    ...(places.length > 0 && { map: places.map(mapEntry) }),
  };
}

function card(product: VendorProduct, index: number, country: string): Card {
  const { value, currency, symbol } = priceOf(product, country);
  const name = nameOf(product);
  return {
    product: { id: product.product_id ?? '', groupId: '', brandGroupId: '' },
    position: index + 1,
    offerId: '',
    url: linkOf(product),
    name,
    description: product.description ?? product.snippet ?? '',
    images: product.thumbnail ? [{ title: name, url: product.thumbnail }] : [],
    specifications: [],
    tags: (product.extensions ?? []).filter((tag) => typeof tag === 'string'),
    price: { amount: value, currency, currencySymbol: symbol },
    seller: storeOf(product),
    sellerLogoUrl: product.source_icon ?? '',
    brandName: product.brand ?? '',
    rating: { value: numberOf(product.rating), count: countOf(product.reviews) },
    canTrackPrice: false,
  };
}

function isFirstOfName(product: VendorProduct, index: number, all: VendorProduct[]): boolean {
  return (
    all.findIndex((other) => nameOf(other) === nameOf(product) && linkOf(other) === linkOf(product)) === index
  );
}

function hasPoint({ gps_coordinates }: VendorPlace): boolean {
  return gps_coordinates?.latitude != null && gps_coordinates.longitude != null;
}

function mapEntry(place: VendorPlace, index: number): MapEntry {
  const { latitude, longitude } = place.gps_coordinates ?? {};
  const url = websiteOf(place);
  return {
    name: place.title ?? '',
    position: index + 1,
    placeId: place.place_id ?? place.data_id ?? '',
    location: { address: place.address ?? '', latitude: latitude ?? 0, longitude: longitude ?? 0 },
    phoneNumber: place.phone ?? '',
    url,
    reviews:
      place.rating == null
        ? []
        : [
            {
              count: countOf(place.reviews),
              rating: numberOf(place.rating),
              providerName: '',
              providerIconUrl: null,
              url: '',
            },
          ],
    photos: place.thumbnail
      ? [{ url: place.thumbnail, altText: null, providerName: null, providerUrl: url }]
      : [],
    openState: place.open_state ?? place.hours ?? '',
    category: place.type ?? '',
    price: place.price ?? null,
    layerLabel: '',
  };
}
