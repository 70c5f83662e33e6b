import { engineFacts } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';
import type { SearchResult } from '#lib/contract/results/search';
import type { ProviderAnswer } from '#lib/providers/provider';
import { searchAds } from '#lib/sandbox/ads';
import { ask } from '#lib/sandbox/ask';
import { snippet } from '#lib/sandbox/cite';
import { fanOut, wordsOf } from '#lib/sandbox/fan-out';
import { dealt, pagesFor, perPage } from '#lib/sandbox/listing/found';
import { listingPage } from '#lib/sandbox/listing/page';
import { whenOf } from '#lib/sandbox/listing/when';
import { mapPlaces } from '#lib/sandbox/local/map-places';
import { type Place, placesOf } from '#lib/sandbox/local/places';
import type { MarketDocument } from '#lib/sandbox/market/document';
import type { PublisherType } from '#lib/sandbox/market/publisher';
import { relatedTo } from '#lib/sandbox/related';
import { overviewResult } from '#lib/sandbox/result/overview';
import { type Scene, sceneOf } from '#lib/sandbox/scene';
import { searchIndex } from '#lib/sandbox/search';

type Organic = SearchResult['organicResults'][number];

const dated: ReadonlySet<PublisherType> = new Set<PublisherType>(['news', 'reviews', 'forum', 'video']);
const localResults = 2;

/** Answers a query with pages of results, as the search engine would at an instant. */
export function search(request: MonitorRequest, instant: Date): ProviderAnswer<'search'> {
  const scene = sceneOf('search', request, instant);
  const pages = pagesOfResults(scene);
  return {
    result: {
      organicResults: pages.flat(),
      peopleAlsoAsk: alsoAsked(scene),
      relatedSearches: relatedSearches(scene),
      ads: searchAds(scene, ''),
      ...overviewOf(request, instant),
    },
    ...(request.include.html ? { html: pages.map((page, index) => html(scene, page, index + 1)) } : {}),
  };
}

function pagesOfResults(scene: Scene): Organic[][] {
  const { pages = 1, device } = scene.request;
  const size = perPage(device);
  const local = localOf(scene).slice(0, localResults);
  const found = ownSiteFirst(
    pagesFor(scene, pages * size, () => true),
    scene,
  );
  const [first = [], ...rest] = dealt(found, pages, size);
  const top = first.map((document) => organic(document, scene));
  const before = scene.question === undefined ? 0 : 1;
  const firstPage = [...top.slice(0, before), ...local.map(branch), ...top.slice(before)].slice(0, size);
  let position = 0;
  return [firstPage, ...rest.map((page) => page.map((document) => organic(document, scene)))].map(
    (page, index) =>
      page.map((result): Organic => {
        position += 1;
        return { ...result, position, page: index + 1 };
      }),
  );
}

/** A brand asked for by name is found on its own site first. */
function ownSiteFirst(found: MarketDocument[], { question }: Scene): MarketDocument[] {
  const [brand] = question?.brands ?? [];
  const own = found.find(({ publisher }) => publisher.name === brand?.name);
  return own === undefined ? found : [own, ...found.filter((document) => document !== own)];
}

function organic(document: MarketDocument, { moment, question }: Scene): Organic {
  const { category, publisher, title, url } = document;
  const asked = question?.brands.some(({ name }) => name === publisher.name) === true;
  return {
    position: 0,
    title,
    link: url,
    displayedLink: `${publisher.domain} › ${category.key}`,
    snippet: snippet(document),
    ...(dated.has(publisher.type) ? { date: whenOf(document, moment) } : {}),
    page: 0,
    ...(asked ? { sitelinks: sitelinks(document) } : {}),
  };
}

/** Further pages of a brand's own site, where the query names the brand. */
function sitelinks({ publisher, url }: MarketDocument): { title: string; link: string }[] {
  return searchIndex()
    .market.documents.filter((other) => other.publisher === publisher && other.url !== url)
    .slice(0, 4)
    .map(({ title, url: link }) => ({ title, link }));
}

/** Places that stand among the results: those asked for, or shops where the request targets a town. */
function localOf(scene: Scene): Place[] {
  const asked = mapPlaces(scene);
  return asked.length > 0 || !scene.locality.asked ? asked : placesOf(scene);
}

function branch({ address, category, description, domain, name, url }: Place): Organic {
  return {
    position: 0,
    title: `${name}: ${category}`,
    link: url,
    displayedLink: `${domain} › ${address[1] ?? ''}`,
    snippet: `${description} ${address.join(', ')}.`,
    page: 0,
  };
}

function alsoAsked(scene: Scene): SearchResult['peopleAlsoAsk'] {
  if (scene.question === undefined) return [];
  const answers = pagesFor(scene, 4, () => true);
  return relatedTo(scene.question).map((question, index) => {
    const document = answers[index];
    return {
      question,
      ...(document === undefined
        ? {}
        : { snippet: snippet(document), title: document.title, link: document.url }),
    };
  });
}

function relatedSearches({ moment, question, request }: Scene): SearchResult['relatedSearches'] {
  const year = moment.date.getUTCFullYear();
  const words = wordsOf(request.prompt);
  const queries =
    question === undefined
      ? [`${words} reviews`, `${words} ${year}`, `${words} explained`]
      : fanOut(question, 'searchai', year).slice(1);
  return queries.map((query) => ({
    query,
    link: `https://lookaroo.example/search?q=${encodeURIComponent(query)}`,
  }));
}

function overviewOf(request: MonitorRequest, instant: Date): Pick<SearchResult, 'overview'> {
  if (request.include.overview === undefined) return {};
  const { ads: _, ...overview } = overviewResult(ask('overview', request, instant));
  return overview.text === '' ? {} : { overview };
}

function html({ request }: Scene, page: Organic[], number: number): string {
  const entries = page.map(({ displayedLink, link, snippet: said, title }) => ({
    title,
    url: link,
    about: displayedLink,
    snippet: said,
  }));
  return listingPage(request.prompt, engineFacts.search.label, number, entries);
}
