import { hotels, placeKinds } from '#lib/sandbox/data/geography';
import { publishers } from '#lib/sandbox/data/market-data';
import { getRegion } from '#lib/sandbox/market/prices';
import { type Location, rounded } from '#lib/sandbox/request/location';
import type { RequestContext } from '#lib/sandbox/request/prompt';
import { fraction, hash, pick, plain, shuffle, slug } from '#lib/sandbox/text/words';

/** A business in a city, as every result shows it. */
export interface Place {
  id: string;
  name: string;
  domain: string;
  url: string;
  category: string;
  description: string;
  /** Street, city, region. */
  address: string[];
  latitude: number;
  longitude: number;
  rating: number;
  reviews: number;
  phone: string;
  priceLevel: string;
  /** Whether it is open at the request's hour, in local solar time. */
  open: boolean;
  image: string;
}

const streets = [
  'Puddle Lane',
  'Lantern Street',
  'Old Mill Road',
  'Clocktower Square',
  'Harbour Row',
  'Plum Avenue',
];
const opensAt = 9;
const closesAt = 18;

/** Finds the places a prompt looks for in a location. */
export function findPlaces({ request, location, time, parsed }: RequestContext): Place[] {
  const text = plain(request.prompt);
  const kind = parsed === undefined ? placeKinds.find(({ pattern }) => pattern.test(text)) : undefined;
  const region = getRegion(location.country);
  const businesses: Business[] =
    kind === undefined
      ? listShops(region, parsed?.category.key).map(({ domain, name }) => ({
          name,
          domain,
          category: parsed === undefined ? 'Shop' : `${capital(parsed.category.singular)} shop`,
          priceLevel: '$$',
          description: `${name} sells ${parsed?.category.name ?? 'a little of everything'} in the sandbox's fictional market.`,
        }))
      : kind.businesses.map(({ name, domain }) => ({
          name,
          domain: `${domain}.example`,
          category: kind.category,
          priceLevel: kind.priceLevel,
          description: `${name} is an invented ${kind.category.toLowerCase()} in the sandbox's fictional market.`,
        }));
  return shuffle(businesses, `${location.city}:places`)
    .slice(0, request.device === 'mobile' ? 3 : 4)
    .map((business) => locateInCity(business, location, time.date));
}

/** Lists shops that sell a category in a region, the region's own first. */
export function listShops(region: string, category: string | undefined) {
  return publishers
    .filter(
      ({ type, region: home, categories }) =>
        type === 'shop' &&
        (home === region || home === 'XX') &&
        (categories.length === 0 || (category !== undefined && categories.includes(category))),
    )
    .sort((a, b) => Number(a.region === 'XX') - Number(b.region === 'XX'));
}

/** A business without a location. */
export interface Business {
  name: string;
  domain: string;
  category: string;
  priceLevel: string;
  description: string;
}

/** Places a business in a city: name, address, coordinates within about two kilometres, opening hours. */
function locateInCity(business: Business, location: Location, date: Date): Place {
  const { city, country, region } = location;
  const key = `${business.domain}:${city}`;
  const hour = (date.getUTCHours() + location.longitude / 15 + 24) % 24;
  return {
    ...business,
    id: `place-${hash(key).toString(36)}`,
    name: `${business.name} ${city}`,
    url: `https://${business.domain}/${slug(city)}`,
    address: [
      `${1 + (hash(`${key}:door`) % 120)} ${pick(streets, key)}`,
      city,
      ...(region === '' || region === city ? [] : [region]),
    ],
    latitude: rounded(location.latitude + 0.03 * (fraction(`${key}:north`) - 0.5)),
    longitude: rounded(location.longitude + 0.03 * (fraction(`${key}:east`) - 0.5)),
    rating: Math.round(10 * (3.9 + fraction(`${key}:rating`))) / 10,
    reviews: 30 + (hash(`${key}:reviews`) % 900),
    phone: phone(country, hash(`${key}:phone`) % 100),
    open: hour >= opensAt && hour < closesAt,
    image: `https://${business.domain}/images/${slug(city)}.jpg`,
  };
}

/** Returns a phone number from ranges reserved for fiction. */
function phone(country: string, number: number): string {
  const last = String(number).padStart(2, '0');
  if (country === 'GB') return `+44 1632 9600${last}`;
  return country === 'US' || country === 'CA' ? `+1 555 555 01${last}` : `555 01${last}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Finds the hotels of a location. */
export function findHotels({ request, location, time }: RequestContext): Place[] {
  return shuffle(hotels, `${location.city}:hotels`)
    .slice(0, request.device === 'mobile' ? 3 : 4)
    .map(({ name, domain, priceLevel, description }) =>
      locateInCity(
        { name, domain: `${domain}.example`, category: 'Hotel', priceLevel, description },
        location,
        time.date,
      ),
    );
}

/** Returns whether a prompt is about a place to stay. */
function mentionsHotel(prompt: string): boolean {
  return /\b(hotels?|hostels?|motels?|resorts?|stay)\b|ホテル|旅館/iu.test(prompt);
}

/** Finds what a map shows: hotels for a stay, other places the prompt looks for, or nothing. */
export function findMapPlaces(context: RequestContext): Place[] {
  const { intents, request } = context;
  if (intents.travel && (mentionsHotel(request.prompt) || !intents.place)) return findHotels(context);
  return intents.place ? findPlaces(context) : [];
}
