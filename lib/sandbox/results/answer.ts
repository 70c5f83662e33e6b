import type { AnswerResult } from '#lib/contract/results/assistants';
import type { SandboxAnswer } from '#lib/sandbox/answers/answer';
import { toCitationPills, toSources } from '#lib/sandbox/answers/draft';
import { renderMarkdown, renderText } from '#lib/sandbox/answers/render';
import { listRelatedQuestions } from '#lib/sandbox/answers/search-queries';
import { findVideos } from '#lib/sandbox/answers/videos';
import { findHotels, findPlaces, type Place } from '#lib/sandbox/catalog/places';
import { listCommonTags, type Product, selectProducts } from '#lib/sandbox/catalog/products';

const queryLimit = 8;

/** Builds the result of `answer` with every field the sandbox can fill. */
export function answerResult(answer: SandboxAnswer): Omit<AnswerResult, 'html'> {
  const { draft, intents, parsed, queries } = answer;
  const text = renderText(draft);
  const products = selectProducts(answer, text, 6);
  const hotels = intents.travel ? findHotels(answer) : [];
  const places = intents.place ? findPlaces(answer) : [];
  return {
    text,
    markdown: renderMarkdown(draft, 'numbers'),
    sources: toSources(draft),
    citationPills: toCitationPills(draft),
    related_queries: parsed === undefined ? [] : listRelatedQuestions(parsed),
    search_model_queries: queries.map((query) => ({ query, engine: 'web', limit: queryLimit })),
    videos: findVideos(answer).map(({ title, url, domain, thumbnail }) =>
      picture(title, url, thumbnail, domain, 1280, 720),
    ),
    images: [
      ...products.map(({ name, image, offers: [{ url }], brand }) =>
        picture(name, url, image, `${brand.domain}.example`, 1200, 1200),
      ),
      ...[...hotels, ...places].map(({ name, url, image, domain }) =>
        picture(name, url, image, domain, 1600, 1067),
      ),
    ].slice(0, 6),
    ...(hotels.length > 0 ? { hotels: hotels.map(hotel) } : {}),
    ...(places.length > 0 ? { places: places.map(place) } : {}),
    ...(products.length > 0
      ? { shopping_cards: [{ tags: listCommonTags(products), products: products.map(card) }] }
      : {}),
  };
}

function picture(title: string, url: string, image: string, source: string, width: number, height: number) {
  return {
    title,
    url,
    thumbnail: `${image}?w=320`,
    medium: `${image}?w=640`,
    source,
    image_width: width,
    image_height: height,
    thumbnail_width: 320,
    thumbnail_height: Math.round((320 * height) / width),
  };
}

function hotel(place: Place): NonNullable<AnswerResult['hotels']>[number] {
  return {
    name: place.name,
    url: place.url,
    rating: place.rating,
    num_reviews: place.reviews,
    address: place.address,
    phone: place.phone,
    description: place.description,
    image_url: place.image,
    images: [place.image],
    lat: place.latitude,
    lng: place.longitude,
    price_level: place.priceLevel,
    categories: [place.category],
  };
}

function place(place: Place): NonNullable<AnswerResult['places']>[number] {
  return {
    name: place.name,
    url: place.url,
    rating: place.rating,
    address: place.address,
    lat: place.latitude,
    lng: place.longitude,
    categories: [place.category],
    map_url: `https://mapsmoth.example/${place.id}`,
    images: [place.image],
  };
}

function card(product: Product, index: number) {
  const [offer] = product.offers;
  return {
    title: product.name,
    id: product.id,
    url: offer.url,
    price: product.price.text,
    merchant: offer.merchant,
    available: offer.available,
    imageUrls: [product.image],
    numReviews: product.reviews,
    offers: product.offers.map(({ available, merchant, price, url }) => ({
      url,
      price: price.text,
      merchant_name: merchant,
      product_name: product.name,
      available,
      price_details: { display_price: price.text },
      original_price: product.listPrice.amount > price.amount ? product.listPrice.text : null,
    })),
    position: index + 1,
    rating: product.rating,
    original_price: product.listPrice.text,
    description: product.description,
    variants: [],
  };
}
