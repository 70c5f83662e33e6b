import type { ChatResult } from '#lib/contract/results/chat';
import { comparedAddress } from '#lib/core/compared-address';
import {
  type Scraped,
  type ScrapedItem,
  type ScrapedProduct,
  scrapedSchema,
} from '#lib/providers/dataforseo/chat-body';
import { wholeNumber } from '#lib/providers/dataforseo/item';
import { readScrapedText } from '#lib/providers/dataforseo/scraped-text';
import { told } from '#lib/providers/told';

type Product = NonNullable<ChatResult['shoppingCards']>[number]['products'][number];

/**
 * A page of ChatGPT as this interface's `chat` result. Of products it gives no single offers, of places nothing, so
 * there is no map. A product without a name, and an ad without a title or an address, is none.
 */
export function chatResult(page: unknown): Omit<ChatResult, 'html'> {
  const scraped = scrapedSchema.parse(page);
  const { text, markdown, sources, cited, citationPills } = readScrapedText(scraped);
  const dates = datesOf(scraped);
  const items = scraped.items ?? [];
  const shoppingCards = items
    .filter(({ type }) => type === 'chat_gpt_products')
    .map((item) => ({ tags: [], products: (item.items ?? []).flatMap(productOf) }))
    .filter(({ products }) => products.length > 0);
  const ads = items.filter(({ type }) => type === 'chat_gpt_ad').flatMap(adOf);
  const entities = entitiesOf(scraped);
  return {
    text,
    markdown,
    ...told({ model: scraped.model }),
    sources: sources.map((source) => {
      const datePublished = dates.get(comparedAddress(source.url));
      return { ...source, footnote: source.position > cited, ...(datePublished && { datePublished }) };
    }),
    citationPills: citationPills.map((pill) => {
      const datePublished = dates.get(comparedAddress(pill.url));
      return { ...pill, ...(datePublished && { datePublished }), type: 'searchResult' };
    }),
    searchQueries: [...new Set((scraped.fan_out_queries ?? []).flatMap((query) => query || []))],
    ...(shoppingCards.length > 0 && { shoppingCards }),
    ...(entities.length > 0 && { entities }),
    ...(ads.length > 0 && { ads }),
  };
}

function datesOf(scraped: Scraped): Map<string, string> {
  const all = [...(scraped.sources ?? []), ...(scraped.items ?? []).flatMap((item) => item.sources ?? [])];
  return new Map(
    all.flatMap(({ url, publication_date }) =>
      url && publication_date ? [[comparedAddress(url), publication_date]] : [],
    ),
  );
}

function entitiesOf(scraped: Scraped): NonNullable<ChatResult['entities']> {
  const named = [
    ...(scraped.brand_entities ?? []),
    ...(scraped.items ?? []).flatMap((item) => item.brand_entities ?? []),
  ].flatMap(({ title, category }) => (title ? [{ ...told({ type: category }), name: title }] : []));
  return [...new Map(named.map((entity) => [JSON.stringify(entity), entity])).values()];
}

function productOf(product: ScrapedProduct): Product[] {
  const { product_id, title, merchants, tag, url, images, rating } = product;
  if (!title) return [];
  return [
    {
      title,
      image_urls: (images ?? []).flatMap((image) => image || []),
      offers: [],
      ...told({
        url,
        price: priceInWords(product),
        featured_tag: tag,
        merchant: merchants,
        rating: rating?.value,
        num_reviews: wholeNumber(rating?.votes_count),
        id: product_id,
      }),
    },
  ];
}

function priceInWords({ price, currency }: ScrapedProduct): string | undefined {
  if (typeof price !== 'number') return undefined;
  if (!/^[A-Z]{3}$/.test(currency ?? '')) return String(price);
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: currency ?? undefined }).format(price);
}

function adOf({ title, snippet, url, image_url, advertiser }: ScrapedItem): NonNullable<ChatResult['ads']> {
  const { name, url: site, favicon_url } = advertiser ?? {};
  if (!title || !url) return [];
  return [
    {
      brand: told({ name, url: site, favicon: favicon_url }),
      cards: [{ title, url, ...told({ body: snippet, image: image_url }) }],
    },
  ];
}
