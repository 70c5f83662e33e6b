import type { OfficeResult } from '#lib/contract/results/assistants';
import type { SandboxAnswer } from '#lib/sandbox/answers/answer';
import { toCitationPills, toSources } from '#lib/sandbox/answers/draft';
import { renderMarkdown, renderText } from '#lib/sandbox/answers/render';
import { findMapPlaces, type Place } from '#lib/sandbox/catalog/places';
import { listTags, type Product, selectProducts } from '#lib/sandbox/catalog/products';

type Card = NonNullable<OfficeResult['shoppingCards']>[number]['products'][number];
type MapEntry = NonNullable<OfficeResult['map']>[number];

/** Builds the result of `office` with every field the sandbox can fill. */
export function officeResult(answer: SandboxAnswer): Omit<OfficeResult, 'html'> {
  const { draft, queries } = answer;
  const text = renderText(draft);
  const products = selectProducts(answer, text, 5);
  const places = findMapPlaces(answer);
  return {
    text,
    markdown: renderMarkdown(draft, 'links'),
    sources: toSources(draft),
    citationPills: toCitationPills(draft),
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
      { displayName: 'Known for', values: listTags(product) },
    ],
    tags: listTags(product),
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
