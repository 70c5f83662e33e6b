import type { z } from 'zod';
import type { GenResult } from '#lib/contract/results/assistants';
import type { ChatResult } from '#lib/contract/results/chat';
import { normalizeUrl } from '#lib/core/urls/normalize-url';
import { type CitedAnswer, readCitedAnswer } from '#lib/providers/dataforseo/markdown-citations';
import { lenient } from '#lib/providers/shared/lenient';
import { distinctTexts, omitEmpty } from '#lib/providers/shared/parse-response';
import { needed } from '#lib/providers/shared/response-fields';

const source = lenient.object({
  url: needed(lenient.text),
  ...lenient.texts('title', 'domain', 'source_name', 'snippet', 'description', 'publication_date'),
});
type ScrapedSource = z.infer<typeof source>;

const product = lenient.object({
  ...lenient.texts('product_id', 'title', 'merchants', 'currency', 'tag', 'url'),
  price: lenient.number,
  images: lenient.array(lenient.text),
  rating: lenient.object(lenient.numbers('value', 'votes_count')).optional(),
});
type ScrapedProduct = z.infer<typeof product>;

const answerParts = {
  markdown: lenient.text,
  sources: lenient.array(source),
  brand_entities: lenient.array(lenient.object(lenient.texts('title', 'category'))),
};

const item = lenient.object({
  ...answerParts,
  ...lenient.texts('type', 'text'),
  items: lenient.array(product),
  // Fields that only ads have.
  ...lenient.texts('title', 'snippet', 'url', 'image_url'),
  advertiser: lenient.object(lenient.texts('name', 'url', 'favicon_url')).optional(),
});
type ScrapedItem = z.infer<typeof item>;

/** The parts of the ChatGPT and Gemini scrapers' results that are read. Unknown keys are kept. */
export const scrapedPage = lenient.object({
  ...answerParts,
  markdown: needed(lenient.text),
  model: lenient.text,
  search_results: lenient.array(source),
  fan_out_queries: lenient.array(lenient.text),
  items: lenient.array(item),
});
type ScrapedPage = z.infer<typeof scrapedPage>;

type ChatProduct = NonNullable<ChatResult['shoppingCards']>[number]['products'][number];

/** Converts a page of Gemini to the result of the engine `gen`. */
export function toGenResult(page: unknown): Omit<GenResult, 'html'> {
  const { text, markdown, sources, citationPills } = readAnswer(scrapedPage.parse(page));
  return { text, markdown, sources, ...(citationPills && { citationPills }) };
}

/**
 * Converts a page of ChatGPT to the result of the engine `chat`. DataForSEO returns neither offers of individual shops
 * nor places, and since ChatGPT's page changed on 25 August 2026 neither search queries nor the model. A product without
 * a name and an ad without a title or URL are dropped.
 */
export function toChatResult(page: unknown): Omit<ChatResult, 'html'> {
  const scraped = scrapedPage.parse(page);
  const { text, markdown, sources, citationPills, primaryCount } = readAnswer(scraped);
  const items = scraped.items ?? [];
  const dates = readPublicationDates(scraped);
  const getDate = (url: string) => omitEmpty({ datePublished: dates.get(normalizeUrl(url)) });
  const shoppingCards = items
    .filter(({ type }) => type === 'chat_gpt_products')
    .map(({ items: products }) => ({ products: (products ?? []).flatMap(toProduct) }))
    .filter(({ products }) => products.length > 0);
  return {
    text,
    markdown,
    sources: sources.map((source) => ({
      ...source,
      footnote: source.position > primaryCount,
      ...getDate(source.url),
    })),
    ...(citationPills && {
      citationPills: citationPills.map((pill) => ({ ...pill, ...getDate(pill.url), type: 'searchResult' })),
    }),
    ...(scraped.fan_out_queries && { searchQueries: distinctTexts(scraped.fan_out_queries) }),
    ...omitEmpty({
      model: scraped.model,
      shoppingCards,
      entities: readEntities(scraped),
      ads: items.filter(({ type }) => type === 'chat_gpt_ad').flatMap(toAd),
    }),
  };
}

function readAnswer(page: ScrapedPage): CitedAnswer {
  const items = page.items ?? [];
  const markdown = page.markdown || items.flatMap((item) => item.markdown || item.text || []).join('\n\n');
  return readCitedAnswer(markdown, {
    answer: (page.sources ?? []).map(toAnswerPage),
    parts: items.map((item) => item.sources?.map(toAnswerPage)),
    others: (page.search_results ?? []).map(toAnswerPage),
    isMarkdown: Boolean(page.markdown),
  });
}

function toAnswerPage({ url, title, snippet, description, source_name, domain }: ScrapedSource) {
  return { url, title, description: snippet || description, names: [source_name, domain] };
}

function readPublicationDates({ sources, items }: ScrapedPage): Map<string, string> {
  const all = [...(sources ?? []), ...(items ?? []).flatMap((item) => item.sources ?? [])];
  return new Map(
    all.flatMap(({ url, publication_date }) =>
      url && publication_date ? [[normalizeUrl(url), publication_date]] : [],
    ),
  );
}

function readEntities({ brand_entities, items }: ScrapedPage): NonNullable<ChatResult['entities']> {
  const all = [...(brand_entities ?? []), ...(items ?? []).flatMap((item) => item.brand_entities ?? [])];
  const entities = all.flatMap(({ title, category }) =>
    title ? [{ ...omitEmpty({ type: category }), name: title }] : [],
  );
  return [...new Map(entities.map((entity) => [JSON.stringify(entity), entity])).values()];
}

function toProduct(product: ScrapedProduct): ChatProduct[] {
  const { product_id, title, merchants, tag, url, images, rating } = product;
  if (!title) return [];
  const reviews = rating?.votes_count;
  return [
    {
      title,
      ...(images && { image_urls: images.flatMap((image) => image || []) }),
      ...omitEmpty({
        url,
        price: formatPrice(product),
        featured_tag: tag,
        merchant: merchants,
        rating: rating?.value,
        num_reviews: Number.isSafeInteger(reviews) ? reviews : undefined,
        id: product_id,
      }),
    },
  ];
}

function formatPrice({ price, currency }: ScrapedProduct): string | undefined {
  if (typeof price !== 'number') return undefined;
  if (!currency || !/^[A-Z]{3}$/.test(currency)) return String(price);
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(price);
}

function toAd({ title, snippet, url, image_url, advertiser }: ScrapedItem): NonNullable<ChatResult['ads']> {
  if (!title || !url) return [];
  const { name, url: advertiserUrl, favicon_url } = advertiser ?? {};
  return [
    {
      brand: omitEmpty({ name, url: advertiserUrl, favicon: favicon_url }),
      cards: [{ title, url, ...omitEmpty({ body: snippet, image: image_url }) }],
    },
  ];
}
