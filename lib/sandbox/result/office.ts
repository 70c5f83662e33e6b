import type { OfficeResult } from '#lib/contract/results/office';
import type { SandboxAnswer } from '#lib/sandbox/ask';
import { pillsOf, sourcesOf } from '#lib/sandbox/cite';
import type { Product } from '#lib/sandbox/goods/product';
import { shelfOf, tagsOf } from '#lib/sandbox/goods/shelf';
import { mapPlaces } from '#lib/sandbox/local/map-places';
import type { Place } from '#lib/sandbox/local/places';
import { renderMarkdown, renderText } from '#lib/sandbox/render';

type Card = NonNullable<OfficeResult['shoppingCards']>[number]['products'][number];
type MapEntry = NonNullable<OfficeResult['map']>[number];

/** The office assistant's result, with every field the sandbox can fill. */
export function officeResult(answer: SandboxAnswer): Omit<OfficeResult, 'html'> {
  const { draft, queries } = answer;
  const text = renderText(draft);
  const products = shelfOf(answer, text, 5);
  const places = mapPlaces(answer);
  return {
    text,
    markdown: renderMarkdown(draft, 'links'),
    sources: sourcesOf(draft),
    citationPills: pillsOf(draft),
    ...(queries.length > 0 ? { searchQueries: queries } : {}),
    ...(products.length > 0
      ? { shoppingCards: [{ type: 'products', layout: 'carousel', products: products.map(card) }] }
      : {}),
    ...(places.length > 0 ? { map: places.map(entry) } : {}),
  };
}

function card(product: Product, index: number): Card {
  const { brand, category, description, id, image, name, price } = product;
  const [offer] = product.offers;
  return {
    product: { id, groupId: `${id}-group`, brandGroupId: `brand-${brand.domain}` },
    position: index + 1,
    offerId: `${id}-${offer.domain.replace('.example', '')}`,
    url: offer.url,
    name,
    description,
    images: [{ title: name, url: image }],
    specifications: [
      { displayName: 'Category', values: [category.name] },
      { displayName: 'Known for', values: tagsOf(product) },
    ],
    tags: tagsOf(product),
    price: { amount: price.amount, currency: price.currency, currencySymbol: price.symbol },
    seller: offer.merchant,
    sellerLogoUrl: `https://${offer.domain}/logo.png`,
    brandName: brand.name,
    rating: { value: product.rating, count: product.reviews },
    canTrackPrice: true,
  };
}

function entry(place: Place, index: number): MapEntry {
  return {
    name: place.name,
    position: index + 1,
    placeId: place.id,
    location: { address: place.address.join(', '), latitude: place.latitude, longitude: place.longitude },
    phoneNumber: place.phone,
    url: place.url,
    reviews: [
      {
        count: place.reviews,
        rating: place.rating,
        providerName: 'Mapsmoth',
        providerIconUrl: 'https://mapsmoth.example/icon.png',
        url: `https://mapsmoth.example/${place.id}/reviews`,
      },
    ],
    photos: [
      { url: place.image, altText: place.name, providerName: null, providerUrl: `https://${place.domain}` },
    ],
    openState: place.open ? 'Open' : 'Closed',
    category: place.category,
    price: place.priceLevel,
    layerLabel: String(index + 1),
  };
}
