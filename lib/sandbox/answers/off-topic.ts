import { type Draft, DraftWriter } from '#lib/sandbox/answers/draft';
import { findHotels, findPlaces, type Place } from '#lib/sandbox/catalog/places';
import { selectProducts } from '#lib/sandbox/catalog/products';
import { categories } from '#lib/sandbox/data/market-data';
import { phrases } from '#lib/sandbox/data/templates';
import { computeStrength } from '#lib/sandbox/market/brand-trend';
import { getSearchIndex } from '#lib/sandbox/market/search-index';
import type { MarketDocument } from '#lib/sandbox/market/write-document';
import type { MarketSnapshot } from '#lib/sandbox/request/market-snapshot';
import type { ParsedPrompt, RequestContext } from '#lib/sandbox/request/prompt';
import { hash, shuffle } from '#lib/sandbox/text/random';
import { fillTemplate, formatList } from '#lib/sandbox/text/words';

const maxBrands = 6;

/**
 * Composes the answer to a prompt that is about none of the market's product categories, but asks for accommodation,
 * places or products. It lists hotels, places and products of the fictional market. If the prompt asks for none of
 * these, the draft has no sources.
 */
export function composeCatalogAnswer(context: RequestContext, maxSources: number): Draft {
  const { request, verticals } = context;
  const writer = new DraftWriter(maxSources);
  const addList = (
    template: string,
    items: { name: string; description: string; documents: MarketDocument[] }[],
  ) => {
    writer.add('paragraph', fillTemplate(template, { city: formatCity(context) }));
    for (const { description, documents, name } of items) {
      writer.add(
        'bullet',
        { text: name, isBold: true },
        ': ',
        ...writer.cite([{ text: description, documents }]),
      );
    }
  };
  const addPlaces = (template: string, places: Place[]) =>
    addList(
      template,
      places.map((place) => ({ ...place, documents: [buildPlacePage(place)] })),
    );
  if (verticals.travel) addPlaces(phrases.offTopic.hotels, findHotels(context));
  if (verticals.local && !(verticals.travel && /\bhotels?\b/iu.test(request.prompt))) {
    addPlaces(phrases.offTopic.places, findPlaces(context));
  }
  if (verticals.shopping) {
    addList(
      phrases.offTopic.products,
      selectProducts(context, '', maxBrands).map(({ brand, category }) => ({
        name: `${brand.name} (${category.name})`,
        description: brand.description,
        documents: getSearchIndex()
          .documents.filter(({ publisher }) => publisher.name === brand.name)
          .slice(0, 1),
      })),
    );
  }
  return writer.finish();
}

/** Builds the page of a hotel or place, which the market's index does not contain. */
function buildPlacePage({ description, domain, name, url }: Place): MarketDocument {
  const [category] = categories;
  if (category === undefined) throw new Error('The market has no categories.');
  return {
    key: url,
    id: hash(url),
    url,
    title: name,
    publisher: {
      domain,
      name,
      type: 'own',
      region: 'XX',
      language: 'en',
      leaning: 'even',
      categories: [],
    },
    category,
    kind: 'overview',
    mentions: [],
    sentences: [{ text: description, template: description, aspect: 'character' }],
    cycleDays: 180,
    phaseDays: hash(url) % 180,
  };
}

/** Composes the answer to a prompt about something the market does not cover: short and without sources. */
export function composeUncoveredAnswer(): Draft {
  const writer = new DraftWriter(0);
  const covered = formatList(categories.map(({ name }) => name));
  for (const template of phrases.outOfScope) {
    writer.add('paragraph', fillTemplate(template, { categories: covered }));
  }
  return writer.finish();
}

/** Composes an answer from what the assistant knew at the start of the quarter, without search or sources. */
export function composeAnswerWithoutSearch(
  { category, prompt }: ParsedPrompt,
  { country, date }: MarketSnapshot,
): Draft {
  const quarterStart = Date.UTC(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / 3) * 3) / 86_400_000;
  const brands = category.brands
    .map((brand) => ({
      name: brand.name,
      weight: computeStrength(brand, quarterStart) * (brand.home === country ? 1.25 : 1),
    }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, 3);
  const { intro, heading, brands: brandsLine } = phrases.withoutSearch;
  const writer = new DraftWriter(0);
  writer.add('paragraph', fillTemplate(intro, { category: category.name }));
  writer.add('heading', heading);
  for (const tip of shuffle(category.tips, prompt).slice(0, 4)) writer.add('bullet', tip);
  writer.add('paragraph', fillTemplate(brandsLine, { brands: formatNames(brands) }));
  return writer.finish();
}

/**
 * Adds sentences about the city before the last block if the request or the prompt refers to a city or asks for
 * places, unless the answer itself is about places.
 */
export function addLocalLines(draft: Draft, context: RequestContext): Draft {
  const { location, parsed, verticals } = context;
  const { hotelsLine, placesLine } = phrases.offTopic;
  const needsPlaces = verticals.local || verticals.travel;
  const isAboutPlaces = parsed === undefined && needsPlaces;
  if (draft.blocks.length === 0 || isAboutPlaces || !(location.isRequested || needsPlaces)) return draft;
  const buildParagraph = (template: string, places: Place[]): Draft['blocks'][number] => {
    const text = fillTemplate(template, { city: formatCity(context), names: formatNames(places) });
    return { kind: 'paragraph', spans: [{ text }] };
  };
  const lines = [
    ...(verticals.travel ? [buildParagraph(hotelsLine, findHotels(context))] : []),
    ...(verticals.local || !verticals.travel ? [buildParagraph(placesLine, findPlaces(context))] : []),
  ];
  return { ...draft, blocks: draft.blocks.toSpliced(-1, 0, ...lines) };
}

function formatCity({ location: { city, region } }: RequestContext): string {
  return region === '' || region === city ? city : `${city}, ${region}`;
}

function formatNames(items: readonly { name: string }[]): string {
  return formatList(items.slice(0, 3).map(({ name }) => name));
}
