import { type Draft, DraftWriter } from '#lib/sandbox/draft';
import { shelfOf } from '#lib/sandbox/goods/shelf';
import { hotelsOf } from '#lib/sandbox/local/hotels';
import { where } from '#lib/sandbox/local/mention';
import { type Place, placesOf } from '#lib/sandbox/local/places';
import { categories } from '#lib/sandbox/market/categories';
import type { Brand } from '#lib/sandbox/market/category';
import type { MarketDocument } from '#lib/sandbox/market/document';
import type { Scene } from '#lib/sandbox/scene';
import { searchIndex } from '#lib/sandbox/search';
import { hash } from '#lib/sandbox/seed';

const mostBrands = 6;

/**
 * The answer to a prompt that is not about the market's goods but after a stay, a place or something to buy: what the
 * fictional world has, each with its page. Without sources where it has nothing.
 */
export function composeElsewhere(scene: Scene, mostSources: number): Draft {
  const { intents } = scene;
  const writer = new DraftWriter(mostSources);
  const list = (opening: string, items: { name: string; about: string; pages: MarketDocument[] }[]) => {
    writer.add('paragraph', { text: opening });
    for (const { about, name, pages } of items) {
      const said = writer.spans([{ text: about, documents: pages }]);
      writer.add('bullet', { text: name, bold: true }, { text: ': ' }, ...said);
    }
  };
  const town = where(scene);
  if (intents.travel) list(`These invented hotels stand in ${town}.`, hotelsOf(scene).map(house));
  if (intents.place && !(intents.travel && /\bhotels?\b/iu.test(scene.request.prompt))) {
    list(`These invented places are in ${town}.`, placesOf(scene).map(house));
  }
  if (intents.shopping) {
    list(
      'The fictional market does not sell this. What it does sell, with the maker that stands out:',
      shelfOf(scene, '', mostBrands).map(({ brand, category }) => ({
        name: `${brand.name} (${category.name})`,
        about: brand.character,
        pages: pageOfMaker(brand),
      })),
    );
  }
  return writer.finish([]);
}

function house(place: Place) {
  return { name: place.name, about: place.description, pages: [pageOfHouse(place)] };
}

/** A house's own page, as if the market's index had it. */
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
