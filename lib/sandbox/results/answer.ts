import type { AnswerResult } from '#lib/contract/results/assistants';
import type { SandboxAnswer } from '#lib/sandbox/answers/answer';
import { toCitationPills, toSources } from '#lib/sandbox/answers/draft';
import { renderMarkdown } from '#lib/sandbox/answers/render';
import { listRelatedQuestions } from '#lib/sandbox/answers/search-queries';
import { findHotels, findPlaces, type Place } from '#lib/sandbox/catalog/places';
import { listCommonTags, type Product, selectProducts } from '#lib/sandbox/catalog/products';
import { findVideos } from '#lib/sandbox/results/videos';

const maxHitsPerQuery = 8;
const maxImages = 6;

/** Builds the result of the engine `answer` (Perplexity) with every field that the sandbox supports. */
export function buildAnswerResult(answer: SandboxAnswer): Omit<AnswerResult, 'html'> {
  const { draft, parsed, queries, text, verticals } = answer;
  const products = selectProducts(answer, text, 6);
  const hotels = verticals.travel ? findHotels(answer) : [];
  const places = verticals.local ? findPlaces(answer) : [];
  const images = [
    ...products.map(({ name, image, offers: [{ url }], brand }) =>
      toMedia({ name, url, image, domain: `${brand.domain}.example` }, 1200, 1200),
    ),
    ...[...hotels, ...places].map((place) => toMedia(place, 1600, 1067)),
  ];
  return {
    text,
    markdown: renderMarkdown(draft, 'numbers'),
    sources: toSources(draft),
    citationPills: toCitationPills(draft),
    related_queries: parsed === undefined ? [] : listRelatedQuestions(parsed),
    search_model_queries: queries.map((query) => ({ query, engine: 'web', limit: maxHitsPerQuery })),
    videos: findVideos(answer).map((video) =>
      toMedia({ ...video, name: video.title, image: video.thumbnail }, 1280, 720),
    ),
    images: images.slice(0, maxImages),
    ...(hotels.length > 0 && { hotels: hotels.map(toHotel) }),
    ...(places.length > 0 && { places: places.map(toPlace) }),
    ...(products.length > 0 && {
      shopping_cards: [{ tags: listCommonTags(products), products: products.map(toCard) }],
    }),
  };
}

function toMedia(
  { name, url, image, domain }: Pick<Place, 'name' | 'url' | 'image' | 'domain'>,
  width: number,
  height: number,
): NonNullable<AnswerResult['images']>[number] {
  return {
    title: name,
    url,
    thumbnail: `${image}?w=320`,
    medium: `${image}?w=640`,
    source: domain,
    image_width: width,
    image_height: height,
    thumbnail_width: 320,
    thumbnail_height: Math.round((320 * height) / width),
  };
}

function toHotel(place: Place): NonNullable<AnswerResult['hotels']>[number] {
  const { name, url, rating, reviews, address, phone, description, image, latitude, longitude } = place;
  return {
    name,
    url,
    rating,
    num_reviews: reviews,
    address,
    phone,
    description,
    image_url: image,
    images: [image],
    lat: latitude,
    lng: longitude,
    price_level: place.priceLevel,
    categories: [place.category],
  };
}

function toPlace(place: Place): NonNullable<AnswerResult['places']>[number] {
  const { name, url, rating, address, latitude, longitude, category, id, image } = place;
  return {
    name,
    url,
    rating,
    address,
    lat: latitude,
    lng: longitude,
    categories: [category],
    map_url: `https://mapsmoth.example/${id}`,
    images: [image],
  };
}

function toCard(product: Product, index: number) {
  const { brand, id, image, listPrice, name, offers, price, rating, reviews } = product;
  const [{ isAvailable, merchant, url }] = offers;
  return {
    title: name,
    id,
    url,
    price: price.text,
    merchant,
    available: isAvailable,
    imageUrls: [image],
    numReviews: reviews,
    offers: offers.map((offer) => ({
      url: offer.url,
      price: offer.price.text,
      merchant_name: offer.merchant,
      product_name: name,
      available: offer.isAvailable,
      price_details: { display_price: offer.price.text },
      original_price: listPrice.amount > offer.price.amount ? listPrice.text : null,
    })),
    position: index + 1,
    rating,
    original_price: listPrice.text,
    description: brand.description,
    variants: [],
  };
}
