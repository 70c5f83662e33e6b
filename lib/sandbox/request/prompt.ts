import type { MonitorRequest } from '#lib/contract/requests';
import {
  type Brand,
  type Category,
  categories,
  categoryByBrand,
  type Feature,
} from '#lib/sandbox/data/market-data';
import { type Intent, intentSchema, promptPatterns } from '#lib/sandbox/data/templates';
import type { SandboxEngine } from '#lib/sandbox/request/engine-profile';
import { detectCity, type Location, resolveLocation } from '#lib/sandbox/request/location';
import { MarketSnapshot } from '#lib/sandbox/request/market-snapshot';
import { findWord, listByAppearance, normalizeText } from '#lib/sandbox/text/words';

/** A prompt about one of the market's product categories. */
export interface ParsedPrompt {
  prompt: string;
  category: Category;
  /** The brands of the category that it mentions, in order. */
  brands: Brand[];
  /** The features it asks for, in order. */
  features: Feature[];
  intent: Intent;
}

const brands = [...categoryByBrand.keys()].map((brand) => ({
  brand,
  names: [brand.name, ...brand.aliases].map(normalizeText),
}));
const categoryTerms = categories
  .flatMap((category) => category.terms.map((term) => ({ category, term: normalizeText(term) })))
  .sort((a, b) => b.term.length - a.term.length);

/** Parses a prompt; returns undefined if it is not about one of the market's product categories. */
export function parsePrompt(prompt: string): ParsedPrompt | undefined {
  const text = normalizeText(prompt);
  const mentioned = listByAppearance(brands, ({ names }) => names.map((name) => findWord(text, name)));
  const category =
    (mentioned[0] && categoryByBrand.get(mentioned[0].brand)) ??
    categoryTerms.find(({ term }) => findWord(text, term, true) >= 0)?.category;
  if (category === undefined) return undefined;
  const categoryBrands = mentioned
    .map(({ brand }) => brand)
    .filter((brand) => category.brands.includes(brand));
  return {
    prompt,
    category,
    brands: categoryBrands,
    features: listByAppearance(category.features, ({ terms }) => terms.map((term) => findWord(text, term))),
    intent: detectIntent(text, categoryBrands.length),
  };
}

function detectIntent(text: string, brandCount: number): Intent {
  const intent = intentSchema.options.find((option) => promptPatterns.intents[option]?.test(text));
  if (brandCount >= 2 && intent !== 'alternatives' && intent !== 'problem') return 'versus';
  if (intent === 'alternatives' && brandCount === 0) return 'best';
  return intent ?? (brandCount === 1 ? 'profile' : 'best');
}

/**
 * Detects the kinds of content a prompt asks for. Words of purchase always imply shopping. Words such as "best" imply it
 * unless the prompt is about travel, a place or news. A prompt about the market's products implies it unless its intent
 * is news. A how-to or a problem about these products implies it only with words of purchase.
 */
export function detectVerticals(prompt: string, country: string, parsed: ParsedPrompt | undefined) {
  const text = normalizeText(prompt).slice(0, 2_000);
  const intent = parsed?.intent;
  const news = promptPatterns.news.test(text) || intent === 'news';
  const travel = promptPatterns.stay.test(text) || (!parsed && promptPatterns.travel.test(text));
  const local = promptPatterns.local.test(text) || detectCity(prompt.slice(0, 2_000), country) !== undefined;
  const isHelp = intent === 'how-to' || intent === 'problem';
  const isComparison = promptPatterns.comparison.test(text) && !travel && !local && !news;
  return {
    shopping:
      promptPatterns.purchase.test(text) ||
      (!isHelp && (isComparison || (parsed !== undefined && intent !== 'news'))),
    travel,
    local,
    video: promptPatterns.video.test(text) || intent === 'how-to',
    news,
  };
}

/** The kinds of content a prompt asks for; each adds its own objects to a result. */
export type Verticals = ReturnType<typeof detectVerticals>;

/** Everything an answer depends on: the request, the market at that time and what the prompt asks for. */
export interface RequestContext {
  engine: SandboxEngine;
  request: MonitorRequest;
  snapshot: MarketSnapshot;
  /** Undefined if the prompt is about something outside the market. */
  parsed: ParsedPrompt | undefined;
  verticals: Verticals;
  location: Location;
}

/** Builds the context in which an engine answers a request on a date. */
export function createContext(engine: SandboxEngine, request: MonitorRequest, date: Date): RequestContext {
  const { country, prompt } = request;
  const parsed = parsePrompt(prompt);
  return {
    engine,
    request,
    snapshot: new MarketSnapshot(date, country),
    parsed,
    verticals: detectVerticals(prompt, country, parsed),
    location: resolveLocation(request),
  };
}
