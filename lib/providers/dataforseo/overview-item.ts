import type { OverviewResult, SearchAiResult } from '#lib/contract/results/search';
import type { CitationPill } from '#lib/contract/results/shared';
import { citationPill } from '#lib/providers/citation-pill';
import { readCitedText } from '#lib/providers/dataforseo/citations';
import {
  type OverviewElement,
  overviewElements,
  type Reference,
  type SerpItem,
} from '#lib/providers/dataforseo/item';
import { sourceList } from '#lib/providers/sources';
import { told } from '#lib/providers/told';

/** What the `ai_overview` items of a page come to. AI Mode writes its answers in the same shape. */
export interface ReadOverview {
  text: string;
  markdown: string;
  sources: OverviewResult['sources'];
  citationPills: CitationPill[];
  videos: OverviewResult['videos'];
  shoppingCards: NonNullable<SearchAiResult['shopping_cards']>;
}

/**
 * Reads the overview of a page, or one with an empty text where there is none. Sources are the references in the
 * vendor's order, first those of the whole, then those of single blocks; pills are the marks of the text, or where
 * it has none, the references of each block.
 */
export function readOverview(items: SerpItem[]): ReadOverview {
  const overviews = items.filter(({ type }) => type === 'ai_overview');
  const elements = overviews.flatMap((item) => overviewElements.parse(item.items) ?? []);
  const blocks = elements.map(referencesOf);
  const references = [...overviews.flatMap((item) => item.references ?? []), ...blocks.flat()];
  const markdown = overviews.map(markdownOf).filter(Boolean).join('\n\n');
  const { text, cited } = readCitedText(markdown, references);

  const sources = sourceList();
  const add = ({ url, title, text: said }: Reference) =>
    url ? sources.add(url, { label: title, description: said }) : undefined;
  for (const reference of references) add(reference);
  const marked = cited.length > 0 ? cited.map((url) => ({ url })) : blocks.flat();
  const citationPills = marked.flatMap((reference) => add(reference) ?? []).map(citationPill);
  return {
    text,
    markdown,
    sources: sources.all(),
    citationPills,
    videos: elements.filter(({ type }) => type === 'ai_overview_video_element').flatMap(videoOf),
    shoppingCards: elements.filter(({ type }) => type === 'ai_overview_shopping').flatMap(cardsOf),
  };
}

/** The whole in Markdown, or what its blocks say one after another: the vendor sends both, and both say the same. */
function markdownOf(item: SerpItem): string {
  const blocks = (overviewElements.parse(item.items) ?? [])
    .filter(({ type }) => !/_(?:video_element|shopping|paid)$/.test(type ?? ''))
    .map(({ title, text, markdown }) => markdown ?? [title, text].filter(Boolean).join('\n\n'));
  return item.markdown || blocks.filter(Boolean).join('\n\n');
}

function referencesOf({ references, components }: OverviewElement): Reference[] {
  return [...(references ?? []), ...(components ?? []).flatMap((component) => component.references ?? [])];
}

/** The vendor names neither a video's channel nor its length: these are left out. */
function videoOf(element: OverviewElement): OverviewResult['videos'] {
  const { title, url, source, domain, image_url } = element;
  if (!url) return [];
  return [{ link: url, ...told({ title, platform: source || domain, thumbnail: image_url }) }];
}

/** Each product with what is told of it; one without a name is none. */
function cardsOf(element: OverviewElement): ReadOverview['shoppingCards'] {
  return (element.items ?? []).flatMap(
    ({ title, url, seller, marketplace, snippet, image_url, rating, price }) => {
      if (!title) return [];
      const { current, regular, currency } = price ?? {};
      const wasDearer = typeof current === 'number' && typeof regular === 'number' && regular > current;
      return [
        {
          title,
          snippet_links: [],
          ...told({
            price: amount(current, currency),
            old_price: wasDearer ? amount(regular, currency) : undefined,
            store: seller || marketplace,
            rating: rating?.value,
            reviews: String(rating?.votes_count ?? ''),
            thumbnail: image_url,
            product_link: url,
            snippet,
          }),
        },
      ];
    },
  );
}

function amount(value: number | null | undefined, currency: string | null | undefined) {
  return typeof value === 'number' ? { value, ...told({ currency }) } : undefined;
}
