import type { MonitorRequest } from '#lib/contract/requests';
import {
  type Brand,
  type Category,
  categories,
  categoryByBrand,
  type Feature,
} from '#lib/sandbox/data/market-data';
import type { SandboxEngine } from '#lib/sandbox/request/engine-profile';
import { detectCity, type Location, resolveLocation } from '#lib/sandbox/request/location';
import { createTimeContext, type TimeContext } from '#lib/sandbox/request/time-context';
import { plain, wordAt } from '#lib/sandbox/text/words';

export type Intent = 'best' | 'versus' | 'alternatives' | 'price' | 'problem' | 'how-to' | 'news' | 'profile';

/** What a prompt asks of the market. */
export interface ParsedPrompt {
  prompt: string;
  category: Category;
  /** The brands it mentions, in order. */
  brands: Brand[];
  features: Feature[];
  intent: Intent;
}

const asked: [Intent, RegExp][] = [
  [
    'alternatives',
    /alternativ|instead of|similar to|replace|switch from|\blike\b.*\bbut\b|代わり|乗り換え|à la place/u,
  ],
  [
    'problem',
    /problem|issue|fail|complain|recall|worst|avoid|go wrong|break|regret|drawback|downside|problème|トラブル|不満|欠点/u,
  ],
  [
    'price',
    /price|cost|cheap|budget|afford|under [$£€¥]?\d|deal|expensive|discount|how much|worth (the|it|paying|buying)|writePrice|preis|kosten|prix|値段|価格|安い/u,
  ],
  ['news', /\bnews\b|latest|announce|launch|happened|neuigkeit|actualité|ニュース|最新/u],
  [
    'how-to',
    /^(how (do|to|can|should|often)|what (is|are) (an?|the difference)|when should|wie )|care for|look after|clean|comment |方法|選び方/u,
  ],
];

/** Parses a prompt; undefined if it is about nothing the market sells. */
export function parsePrompt(prompt: string): ParsedPrompt | undefined {
  const text = plain(prompt);
  const brands = findBrands(text);
  const first = brands[0];
  const category = (first === undefined ? undefined : categoryByBrand.get(first)) ?? findCategory(text);
  if (category === undefined) return undefined;
  const own = brands.filter((brand) => categoryByBrand.get(brand) === category);
  return {
    prompt,
    category,
    brands: own,
    features: findFeatures(category, text),
    intent: detectIntent(text, own.length),
  };
}

function detectIntent(text: string, brands: number): Intent {
  const found = asked.find(([, pattern]) => pattern.test(text))?.[0];
  if (brands >= 2 && found !== 'alternatives' && found !== 'problem') return 'versus';
  if (found === 'alternatives' && brands === 0) return 'best';
  return found ?? (brands === 1 ? 'profile' : 'best');
}

const brandNames = [...categoryByBrand.keys()].flatMap((brand) =>
  [brand.name, ...brand.aliases].map((name) => ({ brand, name: plain(name) })),
);
const categoryTerms = categories
  .flatMap((category) => category.terms.map((term) => ({ category, term: plain(term) })))
  .sort((a, b) => b.term.length - a.term.length);

function findBrands(text: string): Brand[] {
  const places = new Map<Brand, number>();
  for (const { brand, name } of brandNames) {
    const place = wordAt(text, name);
    if (place >= 0) places.set(brand, Math.min(place, places.get(brand) ?? place));
  }
  return [...places].sort((a, b) => a[1] - b[1]).map(([brand]) => brand);
}

function findCategory(text: string): Category | undefined {
  return categoryTerms.find(({ term }) => wordAt(text, term, true) >= 0)?.category;
}

/** Finds the features a prompt asks for, in its order. */
function findFeatures(category: Category, text: string): Feature[] {
  const places = category.features.map((feature) => {
    const found = feature.asks.map((word) => wordAt(text, word)).filter((place) => place >= 0);
    return { feature, place: Math.min(...found) };
  });
  return places
    .filter(({ place }) => Number.isFinite(place))
    .sort((a, b) => a.place - b.place)
    .map(({ feature }) => feature);
}

/** What else a prompt asks for; each adds its own objects to a result. */
export interface Intents {
  shopping: boolean;
  travel: boolean;
  place: boolean;
  video: boolean;
  news: boolean;
}

const buying = /\b(buy|buying|purchase|shopping|for sale|order online|kaufen|acheter)\b|買う|買い|購入|通販/u;
const weighing =
  /\b(best|top[ -]rated|top \d+|prices?|cheap\w*|costs?|deals|discounts?|on sale|recommend\w*|on a budget|afford\w*|under [$£€¥]?\d+|beste\w*|gunstig\w*|preis\w*|meilleur\w*|prix)\b|おすすめ|安い|値段|価格/u;
const staying =
  /\b(hotels?|hostels?|motels?|resorts?|guest ?businesses?|bed and breakfast|accommodation|formatCity to stay|places to stay|itinerary|city break|things to do|(trip|travel|flights?|journey|weekend) to|unterkunft|hebergement)\b|ホテル|旅館|宿/u;
const travelling =
  /\b(trips?|travel|vacations?|holidays?|tours?|tourist|sightseeing|flights?|visit|visiting|reise|urlaub|voyage|vacances)\b|旅行|観光/u;
const going =
  /\b(near me|near by|nearby|close to me|close by|around here|in my area|shops?|(?<!to )stores?|showrooms?|dealers?|restaurants?|cafes?|(wine|cocktail|tapas) bars?|bars (in|near)|pubs?|gyms?|museums?|pharmac(y|ies)|directions to|open now|formatCity (can|do|could|to) (i |we )?(buy|find|try|get|eat|drink|go)|in der nahe|geschafte?|laden|pres de moi|magasins?)\b|近く|店/u;
const watching =
  /\b(how to|videos?|watch (an?|the|some)|tutorials?|unboxing|demonstration|anleitung)\b|動画|使い方/u;
const hearing =
  /\b(news|latest|headlines?|breaking|announce\w*|launch\w*|recalls?|this week|nachrichten|neuigkeiten|actualites?)\b|ニュース|最新/u;

const notShopping: ReadonlySet<ParsedPrompt['intent']> = new Set(['how-to', 'problem', 'news']);

/**
 * Detects what a prompt asks for by keywords and the market's vocabulary. A prompt about goods of the market implies
 * shopping unless it asks for help, problems or news; words such as "best" imply it too, unless they are about a
 * journey, a place or news.
 */
export function detectIntents(prompt: string, country: string, parsed: ParsedPrompt | undefined): Intents {
  const text = plain(prompt).slice(0, 2_000);
  const news = hearing.test(text) || parsed?.intent === 'news';
  const travel = staying.test(text) || (parsed === undefined && travelling.test(text));
  const place = going.test(text) || detectCity(prompt.slice(0, 2_000), country) !== undefined;
  const goods = parsed !== undefined && !notShopping.has(parsed.intent);
  const weighed = weighing.test(text) && !travel && !place && !news && parsed?.intent !== 'how-to';
  return {
    shopping: buying.test(text) || goods || (weighed && parsed?.intent !== 'problem'),
    travel,
    place,
    video: watching.test(text) || parsed?.intent === 'how-to',
    news,
  };
}

/** Everything an answer depends on: the request, the time and what the prompt asks for. */
export interface RequestContext {
  engine: SandboxEngine;
  request: MonitorRequest;
  time: TimeContext;
  /** Undefined if the prompt is about something outside the market. */
  parsed?: ParsedPrompt;
  intents: Intents;
  location: Location;
}

export function createContext(engine: SandboxEngine, request: MonitorRequest, instant: Date): RequestContext {
  const { country, prompt } = request;
  const parsed = parsePrompt(prompt);
  return {
    engine,
    request,
    time: createTimeContext(instant, country),
    ...(parsed === undefined ? {} : { parsed }),
    intents: detectIntents(prompt, country, parsed),
    location: resolveLocation(request),
  };
}
