import { detectCity } from '#lib/sandbox/request/location';
import type { ParsedPrompt } from '#lib/sandbox/request/prompt';
import { plain } from '#lib/sandbox/text/words';

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
