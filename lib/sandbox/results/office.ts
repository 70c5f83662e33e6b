import type { OfficeResult } from '#lib/contract/results/assistants';
import type { SandboxAnswer } from '#lib/sandbox/answers/answer';
import { toCitationPills, toSources } from '#lib/sandbox/answers/draft';
import { renderMarkdown } from '#lib/sandbox/answers/render';
import { findMapPlaces, type Place } from '#lib/sandbox/catalog/places';
import { type Product, selectProducts } from '#lib/sandbox/catalog/products';

/** Builds the result of `office` with every field the sandbox supports. */
export function buildOfficeResult(answer: SandboxAnswer): Omit<OfficeResult, 'html'> {
  const { draft, queries, text } = answer;
  const products = selectProducts(answer, text, 5);
  const places = findMapPlaces(answer);
  return {
    text,
    markdown: renderMarkdown(draft, 'links'),
    sources: toSources(draft),
    citationPills: toCitationPills(draft),
    ...(queries.length > 0 && { searchQueries: queries }),
    ...(products.length > 0 && {
      shoppingCards: [{ type: 'products', layout: 'carousel', products: products.map(toCard) }],
    }),
    ...(places.length > 0 && { map: places.map(toMapEntry) }),
  };
}

function toCard(
  product: Product,
  index: number,
): NonNullable<OfficeResult['shoppingCards']>[number]['products'][number] {
  const { brand, category, id, image, name, offers, price, rating, reviews, tags } = product;
  const [{ domain, merchant, url }] = offers;
  return {
    product: { id, groupId: `${id}-group`, brandGroupId: `brand-${brand.domain}` },
    position: index + 1,
    offerId: `${id}-${domain.replace('.example', '')}`,
    url,
    name,
    description: brand.description,
    images: [{ title: name, url: image }],
    specifications: [
      { displayName: 'Category', values: [category.name] },
      { displayName: 'Known for', values: tags },
    ],
    tags,
    price: { amount: price.amount, currency: price.currency, currencySymbol: price.symbol },
    seller: merchant,
    sellerLogoUrl: `https://${domain}/logo.png`,
    brandName: brand.name,
    rating: { value: rating, count: reviews },
    canTrackPrice: true,
  };
}

function toMapEntry(place: Place, index: number): NonNullable<OfficeResult['map']>[number] {
  const { address, category, domain, id, image, isOpen, latitude, longitude, name, phone, url } = place;
  return {
    name,
    position: index + 1,
    placeId: id,
    location: { address: address.join(', '), latitude, longitude },
    phoneNumber: phone,
    url,
    reviews: [
      {
        count: place.reviews,
        rating: place.rating,
        providerName: 'Mapsmoth',
        providerIconUrl: 'https://mapsmoth.example/icon.png',
        url: `https://mapsmoth.example/${id}/reviews`,
      },
    ],
    photos: [{ url: image, altText: name, providerName: null, providerUrl: `https://${domain}` }],
    openState: isOpen ? 'Open' : 'Closed',
    category,
    price: place.priceLevel,
    layerLabel: String(index + 1),
  };
}
