import type { ChatResult } from '#lib/contract/results/chat';
import type { SandboxAnswer } from '#lib/sandbox/answers/answer';
import { listTags, type Offer, type Product } from '#lib/sandbox/catalog/products';
import type { MarketDocument } from '#lib/sandbox/market/documents';
import { formatPrice } from '#lib/sandbox/market/prices';
import { hash } from '#lib/sandbox/text/words';

type Card = NonNullable<ChatResult['shoppingCards']>[number]['products'][number];
type Inline = NonNullable<ChatResult['inlineProducts']>[number];

const featured = ['Top pick', 'Best value', 'Popular'];
const renderings = ['hero', 'block', 'inline'];
const freeShippingFrom = 60;

/** Lists the retrieved pages that mention a product's brand. */
function listPagesAbout({ brand }: Product, { ranked }: SandboxAnswer, limit: number): MarketDocument[] {
  return ranked
    .filter(({ document }) => document.mentions.some((mention) => mention.brand === brand))
    .slice(0, limit)
    .map(({ document }) => document);
}

/** Builds a product as shopping cards show it. */
export function buildChatCard(product: Product, index: number, answer: SandboxAnswer): Card {
  const [offer] = product.offers;
  return {
    title: product.name,
    url: offer.url,
    price: product.price.text,
    featured_tag: featured[index] ?? '',
    merchant: offer.merchant,
    image_urls: [product.image],
    rating: product.rating,
    num_reviews: product.reviews,
    id: product.id,
    offers: product.offers.map((each, place) => buildChatOffer(product, each, place)),
    rating_grouped_citation: {
      title: `Ratings of ${product.name}`,
      url: `https://${product.brand.domain}.example/reviews`,
      supporting_websites: listPagesAbout(product, answer, 3).map(({ title, url }) => ({ title, url })),
    },
  };
}

function buildChatOffer(product: Product, { available, merchant, price, url }: Offer, place: number) {
  const shipping = product.brand.price >= freeShippingFrom ? 0 : 5;
  return {
    merchant_name: merchant,
    product_name: product.name,
    url,
    price: price.text,
    details: available ? 'In stock, delivered in two to four days' : 'Out of stock',
    available,
    checkoutable: available && place === 0,
    price_details: {
      base: price.text,
      total: formatPrice(price.amount + shipping, price.currency).text,
      display_price: price.text,
      shipping: shipping === 0 ? 'Free' : formatPrice(shipping, price.currency).text,
      tax: 'Included',
    },
    tag: place === 0 ? { text: 'Best price', tooltip: 'The lowest price found' } : { text: 'Also at' },
  };
}

/** Builds a product as shown within the text, with the pages that recommend it. */
export function buildInlineProduct(product: Product, index: number, answer: SandboxAnswer): Inline {
  const { brand, id, image, name, offers } = product;
  const uuid = toUuid(`${id}:${answer.request.country}`);
  const { offers: plainOffers, ...card } = buildChatCard(product, index, answer);
  return {
    product: {
      ...card,
      offers: plainOffers.map((offer, place) => ({
        ...offer,
        merchant_subtitle: offers[place]?.domain ?? '',
        original_price: product.listPrice.text,
        is_digital: product.category.key === 'note-apps',
        checkout_payload: {},
        checkout_image_urls: [image],
        shop_id: offers[place]?.domain.replace('.example', '') ?? '',
        provider: 'sandbox',
      })),
      position: index + 1,
      description: product.description,
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
      generatedProductQuery: `${brand.name} ${product.category.singular}`,
    },
    render_as: renderings[index] ?? 'inline',
    details: buildDetails(product, answer),
  };
}

function buildDetails(product: Product, answer: SandboxAnswer): NonNullable<Inline['details']> {
  const pages = listPagesAbout(product, answer, 4);
  const said = pages.flatMap((document, place) => {
    const sentence = document.sentences.find(
      ({ aspect, brand }) => brand === product.brand && (aspect === 'praise' || aspect === 'fault'),
    );
    const theme = product.category.features.find(({ key }) => key === sentence?.feature)?.label;
    return sentence === undefined
      ? []
      : [
          {
            source: document.publisher.name,
            theme: theme ?? 'In general',
            summary: sentence.text,
            cite: `turn0search${place}`,
            rating: product.rating,
            num_reviews: 5 + (hash(document.url) % 80),
            cite_url: document.url,
          },
        ];
  });
  const known = listTags(product).slice(0, 2).join(' and ');
  return {
    rationale: {
      rationale: `${product.name} is known for ${known}.`,
      citations: pages.slice(0, 2).map(({ title, url }) => ({ title, url })),
    },
    reviews: { summary: product.description, reviews: said },
  };
}

/** Derives a UUID from a text. */
export function toUuid(text: string): string {
  const hex = [0, 1, 2, 3].map((part) => hash(`${text}#${part}`).toString(16).padStart(8, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}
