import { z } from 'zod';
import type { NewsResult, OverviewResult, SearchAiResult, SearchResult } from '#lib/contract/results/search';
import { readCitedAnswer } from '#lib/providers/dataforseo/markdown-citations';
import { lenient } from '#lib/providers/shared/lenient';
import { joinReported, omitEmpty } from '#lib/providers/shared/parse-response';
import { ProviderError } from '#lib/providers/shared/provider';
import { needed, readLater } from '#lib/providers/shared/response-fields';
import { buildNewsResult, buildSearchResult, toAds } from '#lib/providers/shared/search-results';

const references = lenient.array(lenient.object(lenient.texts('url', 'domain', 'source', 'title', 'text')));

/** An item of a results page. One schema covers all types; unknown keys are kept. */
const serpItem = lenient.object({
  ...lenient.texts('type', 'title', 'url', 'domain', 'source', 'breadcrumb', 'description', 'snippet'),
  ...lenient.texts('timestamp', 'time_published', 'image_url', 'markdown'),
  ...lenient.numbers('rank_group', 'page'),
  links: lenient.array(lenient.object(lenient.texts('title', 'url'))),
  asynchronous_ai_overview: lenient.boolean,
  references,
  // Overview elements, list entries or texts, depending on the type.
  items: lenient.array(readLater(() => z.union([overviewElement, listEntry, lenient.text]))),
});
type SerpItem = z.infer<typeof serpItem>;

const serp = lenient.object({ se_domain: lenient.text, items: needed(lenient.array(serpItem)) });

/** Everything that is read of a page of results with links. */
export const linksPage = serp.and(
  lenient.object({
    items: lenient.array(lenient.object({ title: needed(lenient.text), url: needed(lenient.text) })),
  }),
);

/** Everything that is read of a page with an answer. */
export const answerPage = serp.and(
  lenient.object({ items: lenient.array(lenient.object({ markdown: needed(lenient.text) })) }),
);

const overviewElement = lenient.object({
  ...lenient.texts('type', 'title', 'text', 'markdown'),
  references,
  components: lenient.array(lenient.object({ references })),
  // Fields that only videos have.
  ...lenient.texts('url', 'domain', 'source', 'image_url'),
  // A field that only product lists have.
  items: lenient.array(
    lenient.object({
      ...lenient.texts('title', 'url', 'seller', 'marketplace', 'snippet', 'image_url'),
      rating: lenient.object(lenient.numbers('value', 'votes_count')).optional(),
      price: lenient.object({ ...lenient.numbers('current', 'regular'), currency: lenient.text }).optional(),
    }),
  ),
});
type OverviewElement = z.infer<typeof overviewElement>;

const listEntry = lenient.object({
  ...lenient.texts('title', 'url', 'source', 'domain', 'date', 'timestamp', 'image_url'),
  expanded_element: lenient.array(
    lenient.object({
      ...lenient.texts('title', 'url', 'description'),
      items: lenient.array(lenient.object(lenient.texts('text'))),
      references,
    }),
  ),
});

/** Returns the entries of an item; undefined if it has no list of them. */
function parseItems<T extends z.ZodType>({ items }: SerpItem, schema: T): z.output<T>[] | undefined {
  return lenient.array(schema).parse(items);
}

/**
 * Converts a page of AI Mode to the result of the engine `searchai`. DataForSEO does not return places, a map, ads with
 * prices, or products inside the text.
 */
export function toSearchAiResult(page: unknown): Omit<SearchAiResult, 'html'> {
  const { answer, videos, shoppingCards } = readOverview(serp.parse(page).items);
  const { text, markdown, sources, citationPills } = answer;
  return {
    text,
    markdown,
    sources,
    ...(citationPills && { citationPills }),
    ...(videos && { videos }),
    ...omitEmpty({ shopping_cards: shoppingCards }),
  };
}

/**
 * Converts a results page to the result of the engine `overview`; its text is empty if the page has no overview.
 * @throws ProviderError transient if DataForSEO could not load the overview
 */
export function toOverviewResult(page: unknown): Omit<OverviewResult, 'html'> {
  const { items = [] } = serp.parse(page);
  const { answer, videos } = readOverview(items);
  const { text, markdown, sources, citationPills } = answer;
  // Google loads asynchronous overviews after the page.
  const isUnloaded = (item: SerpItem) => item.asynchronous_ai_overview === true && !item.markdown;
  if (text === '' && items.some((item) => item.type === 'ai_overview' && isUnloaded(item))) {
    throw new ProviderError('transient', 'DataForSEO found an overview but could not load it.');
  }
  const ads = listAds(items);
  return {
    text,
    markdown,
    sources,
    ...(citationPills && { citationPills }),
    ...(videos && { videos }),
    ...(ads && { ads: toAds(ads) }),
  };
}

/**
 * Converts results pages to the result of the engine `search`. DataForSEO returns related searches as text; their links
 * are derived from the text and the search engine's host.
 * @param page the items of all results pages
 */
export function toSearchResult(page: unknown): Omit<SearchResult, 'html'> {
  const { se_domain: domain, items = [] } = serp.parse(page);
  const listItems = (type: string) => items.filter((item) => item.type === type);
  /** Lists the entries of the items of a type; undefined if no item of that type has entries. */
  const listEntries = <T extends z.ZodType>(type: string, schema: T) =>
    joinReported(listItems(type).map((item) => parseItems(item, schema)));
  const { answer, videos } = readOverview(items);
  const { text, markdown, sources, citationPills } = answer;
  return {
    ...buildSearchResult({
      organic: listItems('organic').map((item) => ({
        title: item.title,
        link: item.url,
        page: getPageNumber(item),
        displayedLink: item.breadcrumb,
        snippet: item.description,
        date: item.timestamp?.slice(0, 10),
        sitelinks: (item.links ?? []).map(({ title, url }) => ({ title, link: url })),
      })),
      questions: listEntries('people_also_ask', listEntry)?.map(toQuestion),
      searches: listEntries('related_searches', lenient.text)?.map((query) => ({
        query,
        link: domain && query && `https://www.${domain}/search?q=${encodeURIComponent(query)}`,
      })),
      ads: listAds(items),
    }),
    ...(text !== '' && {
      overview: {
        text,
        markdown,
        sources,
        ...(citationPills && { citationPills }),
        ...(videos && { videos }),
      },
    }),
  };
}

function toQuestion({ title: question, expanded_element }: z.output<typeof listEntry>) {
  const [answer] = expanded_element ?? [];
  const [reference] = answer?.references ?? [];
  const text = (answer?.items ?? []).flatMap((part) => part.text || []).join('\n\n');
  return {
    question,
    snippet: answer?.description || text,
    title: answer?.title || reference?.title,
    link: answer?.url || reference?.url,
  };
}

/** Lists the text ads of a page. Without one, it is undefined: DataForSEO does not say that a page has no ads. */
function listAds(items: SerpItem[]) {
  const ads = items.filter(({ type }) => type === 'paid');
  if (ads.length === 0) return undefined;
  return ads.map(({ title, url, description }) => ({ title, link: url, snippet: description }));
}

/**
 * Converts results pages to the result of the engine `search/news`: individual articles and those in top stories.
 * @param page the items of all results pages
 */
export function toNewsResult(page: unknown): Omit<NewsResult, 'html'> {
  const articles = (serp.parse(page).items ?? []).flatMap((item) => {
    const entries =
      item.type === 'news_search'
        ? [{ ...item, date: item.time_published }]
        : item.type === 'top_stories'
          ? (parseItems(item, listEntry) ?? []).map((story) => ({ ...story, snippet: undefined }))
          : [];
    return entries.map(({ title, url, snippet, source, domain, date, timestamp, image_url }) => ({
      title,
      link: url,
      page: getPageNumber(item),
      snippet,
      source: source || domain,
      date: date || timestamp,
      thumbnail: image_url,
    }));
  });
  return buildNewsResult(articles);
}

const resultsPerPage = 10;

/** Returns the page of an item, from 1; derived from its rank if DataForSEO does not return it. */
function getPageNumber({ page, rank_group }: SerpItem): number {
  return Math.max(1, Math.trunc(page ?? Math.ceil((rank_group ?? 1) / resultsPerPage)));
}

/** Reads the overview of a page, or an answer of AI Mode; its text is empty if there is none. */
function readOverview(items: SerpItem[] = []) {
  const overviews = items.filter(({ type }) => type === 'ai_overview');
  const elements = overviews.flatMap((item) => parseItems(item, overviewElement) ?? []);
  const toAnswerPages = (listed: SerpItem['references']) =>
    listed?.map(({ url, title, text, source, domain }) => ({
      url,
      title,
      description: text,
      names: [source, domain],
    }));
  const isMarkdown = overviews.some(({ markdown }) => markdown);
  const answer = readCitedAnswer(overviews.map(readMarkdown).filter(Boolean).join('\n\n'), {
    answer: overviews.flatMap((item) => toAnswerPages(item.references) ?? []),
    parts: elements.flatMap((element) =>
      [element, ...(element.components ?? [])].map((part) => toAnswerPages(part.references)),
    ),
    isMarkdown,
  });
  const listElements = (type: string) => elements.filter((element) => element.type === type);
  const videos = listElements('ai_overview_video_element');
  return {
    answer,
    /** Undefined without one: DataForSEO does not say that an answer has no videos. */
    videos: videos.length > 0 ? videos.flatMap(toVideo) : undefined,
    shoppingCards: listElements('ai_overview_shopping').flatMap(toShoppingCards),
  };
}

/** Reads the Markdown text of an item. Its elements repeat the text, so they are read only if the item has none. */
function readMarkdown(item: SerpItem): string {
  if (item.markdown) return item.markdown;
  return (parseItems(item, overviewElement) ?? [])
    .filter(({ type }) => !/_(?:video_element|shopping|paid)$/.test(type ?? ''))
    .map(({ title, text, markdown }) => markdown ?? [title, text].filter(Boolean).join('\n\n'))
    .filter(Boolean)
    .join('\n\n');
}

/** DataForSEO returns neither the channel nor the duration of a video. */
function toVideo({
  title,
  url,
  source,
  domain,
  image_url,
}: OverviewElement): NonNullable<OverviewResult['videos']> {
  if (!url) return [];
  return [{ link: url, ...omitEmpty({ title, platform: source || domain, thumbnail: image_url }) }];
}

function toShoppingCards({ items }: OverviewElement): NonNullable<SearchAiResult['shopping_cards']> {
  return (items ?? []).flatMap(({ title, url, seller, marketplace, snippet, image_url, rating, price }) => {
    if (!title) return [];
    const { current, regular, currency } = price ?? {};
    const isReduced = typeof current === 'number' && typeof regular === 'number' && regular > current;
    return [
      {
        title,
        ...omitEmpty({
          price: toMoney(current, currency),
          old_price: isReduced ? toMoney(regular, currency) : undefined,
          store: seller || marketplace,
          rating: rating?.value,
          reviews: String(rating?.votes_count ?? ''),
          thumbnail: image_url,
          product_link: url,
          snippet,
        }),
      },
    ];
  });
}

function toMoney(value: number | null | undefined, currency: string | null | undefined) {
  return typeof value === 'number' ? { value, ...omitEmpty({ currency }) } : undefined;
}
