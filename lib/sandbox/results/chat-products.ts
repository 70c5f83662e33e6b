import type { ChatResult } from '#lib/contract/results/chat';
import type { SandboxAnswer } from '#lib/sandbox/answers/answer';
import type { Offer, Product } from '#lib/sandbox/catalog/products';
import { formatPrice } from '#lib/sandbox/market/prices';
import type { MarketDocument } from '#lib/sandbox/market/write-document';
import { hash } from '#lib/sandbox/text/random';

type ChatCard = NonNullable<ChatResult['shoppingCards']>[number]['products'][number];
type InlineProduct = NonNullable<ChatResult['inlineProducts']>[number];

const featuredTags = ['Top pick', 'Best value', 'Popular'];
const renderings = ['hero', 'block', 'inline'];
const freeShippingFromUsDollars = 60;

function listPagesAbout({ brand }: Product, { retrieved }: SandboxAnswer, limit: number): MarketDocument[] {
  return retrieved
    .map(({ document }) => document)
    .filter(({ mentions }) => mentions.some((mention) => mention.brand === brand))
    .slice(0, limit);
}

/** Builds a product as shopping cards show it. */
export function buildChatCard(product: Product, index: number, answer: SandboxAnswer): ChatCard {
  const { brand, id, image, name, offers, price, rating, reviews } = product;
  return {
    title: name,
    url: offers[0].url,
    price: price.text,
    featured_tag: featuredTags[index] ?? '',
    merchant: offers[0].merchant,
    image_urls: [image],
    rating,
    num_reviews: reviews,
    id,
    offers: offers.map((offer) => buildChatOffer(product, offer)),
    rating_grouped_citation: {
      title: `Ratings of ${name}`,
      url: `https://${brand.domain}.example/reviews`,
      supporting_websites: listPagesAbout(product, answer, 3).map(({ title, url }) => ({ title, url })),
    },
  };
}

function buildChatOffer(
  { brand, name, offers }: Product,
  offer: Offer,
): NonNullable<ChatCard['offers']>[number] {
  const { isAvailable, merchant, price, url } = offer;
  const shipping = brand.price >= freeShippingFromUsDollars ? 0 : 5;
  const isFirst = offer === offers[0];
  return {
    merchant_name: merchant,
    product_name: name,
    url,
    price: price.text,
    details: isAvailable ? 'In stock, delivered in two to four days' : 'Out of stock',
    available: isAvailable,
    checkoutable: isAvailable && isFirst,
    price_details: {
      base: price.text,
      total: formatPrice(price.amount + shipping, price.currency).text,
      display_price: price.text,
      shipping: shipping === 0 ? 'Free' : formatPrice(shipping, price.currency).text,
      tax: 'Included',
    },
    tag: isFirst ? { text: 'Best price', tooltip: 'The lowest price found' } : { text: 'Also at' },
  };
}

/** Builds a product as shown within the text, with retrieved pages that mention its brand. */
export function buildInlineProduct(product: Product, index: number, answer: SandboxAnswer): InlineProduct {
  const { brand, category, id, image, listPrice, name, offers } = product;
  const uuid = toUuid(`${id}:${answer.request.country}`);
  const { offers: _, ...card } = buildChatCard(product, index, answer);
  return {
    product: {
      ...card,
      offers: offers.map((offer) => ({
        ...buildChatOffer(product, offer),
        merchant_subtitle: offer.domain,
        original_price: listPrice.text,
        is_digital: category.key === 'note-apps',
        checkout_payload: {},
        checkout_image_urls: [image],
        shop_id: offer.domain.replace('.example', ''),
        provider: 'sandbox',
      })),
      position: index + 1,
      description: brand.description,
      variants: [],
      providers: ['sandbox'],
      provider: 'sandbox',
      productLookupKey: { data: id },
      productLookupData: { requestQuery: name, allIds: [id], metadataSources: ['sandbox'] },
      showcaseMetadata: {
        image: { url: image, width: 1200, height: 1200 },
        background: { type: 'solid', primary: '#eef5f4', secondary: '#dfeeed' },
        slots: {},
        debug: {},
      },
      showPriceDisclosure: true,
      analyticsMeta: { productEventUuid: uuid },
      metadataSources: ['sandbox'],
      productEventUuid: uuid,
      generatedProductQuery: `${brand.name} ${category.singular}`,
    },
    render_as: renderings[index] ?? 'inline',
    details: buildDetails(product, answer),
  };
}

function buildDetails(product: Product, answer: SandboxAnswer): NonNullable<InlineProduct['details']> {
  const { brand, category, name, rating, tags } = product;
  const pages = listPagesAbout(product, answer, 4);
  return {
    rationale: {
      rationale: `${name} is known for ${tags.slice(0, 2).join(' and ')}.`,
      citations: pages.slice(0, 2).map(({ title, url }) => ({ title, url })),
    },
    reviews: {
      summary: brand.description,
      reviews: pages.flatMap(({ publisher, sentences, url }, index) => {
        const sentence = sentences.find(
          ({ aspect, brand: rated }) => rated === brand && (aspect === 'praise' || aspect === 'fault'),
        );
        if (sentence === undefined) return [];
        return {
          source: publisher.name,
          theme: category.features.find(({ key }) => key === sentence.feature)?.label ?? 'In general',
          summary: sentence.text,
          cite: `turn0search${index}`,
          rating,
          num_reviews: 5 + (hash(url) % 80),
          cite_url: url,
        };
      }),
    },
  };
}

/** Derives a UUID from a text. */
export function toUuid(text: string): string {
  const hex = [0, 1, 2, 3].map((part) => hash(`${text}#${part}`).toString(16).padStart(8, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}
