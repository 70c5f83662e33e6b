import type { OverviewResult, SearchAiResult } from '#lib/contract/results/search';
import { type CitedAnswer, readCitedAnswer } from '#lib/providers/dataforseo/markdown-citations';
import {
  type OverviewElement,
  type OverviewReference,
  parseOverviewElements,
  type SerpItem,
} from '#lib/providers/dataforseo/schema';
import { omitEmpty } from '#lib/providers/shared/parse-response';

type ShoppingCards = NonNullable<SearchAiResult['shopping_cards']>;

/** An AI overview. Answers of AI Mode have the same format. */
export interface Overview extends CitedAnswer {
  videos: OverviewResult['videos'];
  shoppingCards: ShoppingCards;
}

/** Reads the overview of a page; its text is empty if there is none. */
export function readOverview(items: SerpItem[]): Overview {
  const overviews = items.filter(({ type }) => type === 'ai_overview');
  const elements = overviews.flatMap(parseOverviewElements);
  const answer = readCitedAnswer(overviews.map(readMarkdown).filter(Boolean).join('\n\n'), {
    answer: overviews.flatMap((item) => item.references ?? []).map(toListedPage),
    parts: elements
      .flatMap(({ references, components }) => [
        ...(references ?? []),
        ...(components ?? []).flatMap((component) => component.references ?? []),
      ])
      .map(toListedPage),
  });
  return {
    ...answer,
    videos: elements.filter(({ type }) => type === 'ai_overview_video_element').flatMap(toVideo),
    shoppingCards: elements.filter(({ type }) => type === 'ai_overview_shopping').flatMap(toShoppingCards),
  };
}

/** The item and its elements both contain the text, so the elements are read only if the item has none. */
function readMarkdown(item: SerpItem): string {
  if (item.markdown) return item.markdown;
  return parseOverviewElements(item)
    .filter(({ type }) => !/_(?:video_element|shopping|paid)$/.test(type ?? ''))
    .map(({ title, text, markdown }) => markdown ?? [title, text].filter(Boolean).join('\n\n'))
    .filter(Boolean)
    .join('\n\n');
}

function toListedPage({ url, title, text, source, domain }: OverviewReference) {
  return { url, title, description: text, names: [source, domain] };
}

/** DataForSEO returns neither the channel nor the duration of a video. */
function toVideo({ title, url, source, domain, image_url }: OverviewElement): OverviewResult['videos'] {
  if (!url) return [];
  return [{ link: url, ...omitEmpty({ title, platform: source || domain, thumbnail: image_url }) }];
}

function toShoppingCards({ items }: OverviewElement): ShoppingCards {
  return (items ?? []).flatMap(({ title, url, seller, marketplace, snippet, image_url, rating, price }) => {
    if (!title) return [];
    const { current, regular, currency } = price ?? {};
    const isReduced = typeof current === 'number' && typeof regular === 'number' && regular > current;
    return [
      {
        title,
        snippet_links: [],
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
