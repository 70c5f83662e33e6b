import { hotels, placeKinds, streets } from '#lib/sandbox/data/geography';
import { getRegion, type Publisher, publishers, type Region } from '#lib/sandbox/data/market-data';
import { promptPatterns } from '#lib/sandbox/data/templates';
import { roundDegrees } from '#lib/sandbox/request/location';
import type { RequestContext } from '#lib/sandbox/request/prompt';
import { getFraction, hash, pick, shuffle } from '#lib/sandbox/text/random';
import { capitalize, normalizeText, slugify } from '#lib/sandbox/text/words';

interface Business {
  name: string;
  domain: string;
  category: string;
  priceLevel: string;
  description: string;
}

/** A business in a city, with every field that results can show. */
export interface Place extends Business {
  id: string;
  url: string;
  /** Street, city, region. */
  address: string[];
  latitude: number;
  longitude: number;
  rating: number;
  reviews: number;
  phone: string;
  /** True if it is open at the hour of the request, in local solar time. */
  isOpen: boolean;
  image: string;
}

/** Finds the businesses a prompt asks for in a location; shops if it asks for no other kind. */
export function findPlaces(context: RequestContext): Place[] {
  const { location, parsed, request } = context;
  const text = normalizeText(request.prompt);
  const kind = parsed ? undefined : placeKinds.find(({ pattern }) => pattern.test(text));
  const businesses = kind
    ? kind.businesses.map(({ name, domain }) => ({
        name,
        domain: `${domain}.example`,
        category: kind.category,
        priceLevel: kind.priceLevel,
        description: `${name} is an invented ${kind.category.toLowerCase()} in the sandbox's fictional market.`,
      }))
    : listShops(getRegion(location.country), parsed?.category.key).map(({ domain, name }) => ({
        name,
        domain,
        category: parsed ? `${capitalize(parsed.category.singular)} shop` : 'Shop',
        priceLevel: '$$',
        description: `${name} sells ${parsed?.category.name ?? 'a little of everything'} in the sandbox's fictional market.`,
      }));
  return selectLocalBusinesses(businesses, 'places', context);
}

/** Finds the hotels of a location. */
export function findHotels(context: RequestContext): Place[] {
  const businesses = hotels.map((hotel) => ({
    ...hotel,
    domain: `${hotel.domain}.example`,
    category: 'Hotel',
  }));
  return selectLocalBusinesses(businesses, 'hotels', context);
}

/** Finds the places a map shows: hotels for a stay, other places the prompt asks for, or none. */
export function findMapPlaces(context: RequestContext): Place[] {
  const { request, verticals } = context;
  if (verticals.travel && (!verticals.local || promptPatterns.hotel.test(request.prompt))) {
    return findHotels(context);
  }
  return verticals.local ? findPlaces(context) : [];
}

/** Lists shops that sell a category in a region, the region's own first. */
export function listShops(region: Region, category: string | undefined): Publisher[] {
  const shops = publishers.filter(
    ({ categories, region: home, type }) =>
      type === 'shop' &&
      (home === region || home === 'XX') &&
      (categories.length === 0 || (category !== undefined && categories.includes(category))),
  );
  return shops.sort((a, b) => Number(a.region === 'XX') - Number(b.region === 'XX'));
}

/**
 * Selects businesses for a city and gives each an address, coordinates within about two kilometers of the city's, a
 * rating, a phone number and whether it is open.
 */
function selectLocalBusinesses(
  businesses: Business[],
  salt: string,
  { location, request, snapshot }: RequestContext,
): Place[] {
  const { city, country, region } = location;
  const localHour = (snapshot.date.getUTCHours() + location.longitude / 15 + 24) % 24;
  return shuffle(businesses, `${city}:${salt}`)
    .slice(0, request.device === 'mobile' ? 3 : 4)
    .map((business) => {
      const key = `${business.domain}:${city}`;
      const street = `${1 + (hash(`${key}:door`) % 120)} ${pick(streets, key)}`;
      return {
        ...business,
        id: `place-${hash(key).toString(36)}`,
        name: `${business.name} ${city}`,
        url: `https://${business.domain}/${slugify(city)}`,
        address: region === '' || region === city ? [street, city] : [street, city, region],
        latitude: roundDegrees(location.latitude + 0.03 * (getFraction(`${key}:north`) - 0.5)),
        longitude: roundDegrees(location.longitude + 0.03 * (getFraction(`${key}:east`) - 0.5)),
        rating: Math.round(10 * (3.9 + getFraction(`${key}:rating`))) / 10,
        reviews: 30 + (hash(`${key}:reviews`) % 900),
        phone: formatPhone(country, hash(`${key}:phone`) % 100),
        isOpen: localHour >= 9 && localHour < 18,
        image: `https://${business.domain}/images/${slugify(city)}.jpg`,
      };
    });
}

function formatPhone(country: string, number: number): string {
  const lastDigits = String(number).padStart(2, '0');
  if (country === 'GB') return `+44 1632 9600${lastDigits}`;
  return country === 'US' || country === 'CA' ? `+1 555 555 01${lastDigits}` : `555 01${lastDigits}`;
}
