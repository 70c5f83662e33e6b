import { formatList } from '#lib/sandbox/answers/answer-plan';
import { type Draft, DraftWriter } from '#lib/sandbox/answers/draft';
import { findHotels, findPlaces, type Place } from '#lib/sandbox/catalog/places';
import { selectProducts } from '#lib/sandbox/catalog/products';
import { type Brand, categories } from '#lib/sandbox/data/market-data';
import { strength } from '#lib/sandbox/market/brand-trend';
import type { MarketDocument } from '#lib/sandbox/market/documents';
import { searchIndex } from '#lib/sandbox/market/search-index';
import type { ParsedPrompt, RequestContext } from '#lib/sandbox/request/prompt';
import type { TimeContext } from '#lib/sandbox/request/time-context';
import { hash, shuffle } from '#lib/sandbox/text/words';

const maxBrands = 6;

/**
 * Composes the answer to a prompt about a stay, a place or something to buy outside the market, from what the
 * fictional world has. Without sources if it has nothing.
 */
export function composeOffTopic(context: RequestContext, maxSources: number): Draft {
  const { intents } = context;
  const writer = new DraftWriter(maxSources);
  const list = (opening: string, items: { name: string; about: string; pages: MarketDocument[] }[]) => {
    writer.add('paragraph', { text: opening });
    for (const { about, name, pages } of items) {
      const said = writer.spans([{ text: about, documents: pages }]);
      writer.add('bullet', { text: name, bold: true }, { text: ': ' }, ...said);
    }
  };
  const town = formatCity(context);
  if (intents.travel) list(`These invented hotels stand in ${town}.`, findHotels(context).map(business));
  if (intents.place && !(intents.travel && /\bhotels?\b/iu.test(context.request.prompt))) {
    list(`These invented places are in ${town}.`, findPlaces(context).map(business));
  }
  if (intents.shopping) {
    list(
      'The fictional market does not sell this. What it does sell, with the maker that stands out:',
      selectProducts(context, '', maxBrands).map(({ brand, category }) => ({
        name: `${brand.name} (${category.name})`,
        about: brand.character,
        pages: pageOfMaker(brand),
      })),
    );
  }
  return writer.finish([]);
}

function business(place: Place) {
  return { name: place.name, about: place.description, pages: [pageOfHouse(place)] };
}

/** Builds a business's own page, as if the market's index had it. */
function pageOfHouse({ description, domain, name, url }: Place): MarketDocument {
  const [category] = categories;
  if (category === undefined) throw new Error('The market sells nothing.');
  return {
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
    sentences: [{ text: description, pattern: description, aspect: 'character' }],
    cycleDays: 180,
    phaseDays: hash(url) % 180,
  };
}

function pageOfMaker(brand: Brand): MarketDocument[] {
  const page = searchIndex().market.documents.find(({ publisher }) => publisher.name === brand.name);
  return page === undefined ? [] : [page];
}

/** Composes the answer to a prompt about something the market does not have: short and without sources. */
export function composeOutOfScope(): Draft {
  const writer = new DraftWriter(0);
  writer.add('paragraph', {
    text: `The sandbox has nothing on this. Its fictional market covers ${formatList(categories.map(({ name }) => name))}, and it answers questions about those only.`,
  });
  writer.add('paragraph', { text: 'With a vendor key in the settings, the real engine would answer here.' });
  return writer.finish([]);
}

/** Returns whether `gen` answers without a search: for advice that mentions no brand. */
export function needsNoSearch(parsed: ParsedPrompt): boolean {
  return parsed.intent === 'how-to' && parsed.brands.length === 0;
}

/** Composes an answer from what the assistant knew at the start of the quarter, without search or sources. */
export function composeWithoutSearch(parsed: ParsedPrompt, time: TimeContext): Draft {
  const { category, prompt } = parsed;
  const learnt =
    Date.UTC(time.date.getUTCFullYear(), Math.floor(time.date.getUTCMonth() / 3) * 3) / 86_400_000;
  const known = category.brands
    .map((brand) => ({ brand, weight: strength(brand, learnt) * (brand.home === time.country ? 1.25 : 1) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, 3)
    .map(({ brand }) => brand.name);
  const writer = new DraftWriter(0);
  writer.add('paragraph', { text: `Here is what generally holds for ${category.name}.` });
  writer.add('heading', { text: 'In short' });
  for (const tip of shuffle(category.tips, prompt).slice(0, 4)) writer.add('bullet', { text: tip });
  writer.add('paragraph', { text: `Well-known makers in this market include ${formatList(known)}.` });
  return writer.finish([]);
}

/**
 * Adds a sentence about the city if the request or the prompt refers to one or looks for places, unless the answer
 * itself is about places.
 */
export function addLocalLine(draft: Draft, context: RequestContext): Draft {
  const { intents, location, parsed } = context;
  const wanted = intents.place || intents.travel;
  if (draft.blocks.length === 0 || (parsed === undefined && wanted)) return draft;
  if (!location.asked && !wanted) return draft;
  const lines: Draft['blocks'] = [
    ...(intents.travel ? [`Hotels in ${formatCity(context)} include ${names(findHotels(context))}.`] : []),
    ...(intents.travel && !intents.place
      ? []
      : [`In ${formatCity(context)}, try ${names(findPlaces(context))}.`]),
  ].map((text) => ({ kind: 'paragraph', spans: [{ text }] }));
  return { ...draft, blocks: [...draft.blocks.slice(0, -1), ...lines, ...draft.blocks.slice(-1)] };
}

/** Formats a city with its region. */
function formatCity({ location: { city, region } }: RequestContext): string {
  return region === '' || region === city ? city : `${city}, ${region}`;
}

function names(places: { name: string }[]): string {
  return formatList(places.slice(0, 3).map(({ name }) => name));
}
