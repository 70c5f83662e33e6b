import { placeKinds } from '#lib/sandbox/local/place-kinds';
import type { Locality } from '#lib/sandbox/locality';
import { rounded } from '#lib/sandbox/locality';
import { publishers } from '#lib/sandbox/market/publishers';
import { regionOf } from '#lib/sandbox/place';
import type { Scene } from '#lib/sandbox/scene';
import { fraction, hash, pick, shuffle } from '#lib/sandbox/seed';
import { plain, slug } from '#lib/sandbox/words';

/** A shop, café or other house in a town, as every result that shows it does. */
export interface Place {
  id: string;
  name: string;
  domain: string;
  url: string;
  category: string;
  description: string;
  /** Street, town, region. */
  address: string[];
  latitude: number;
  longitude: number;
  rating: number;
  reviews: number;
  phone: string;
  priceLevel: string;
  /** Whether it is open at the asked hour, by the sun over the town. */
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

/** The places a prompt asks for around a locality, the nearest in mind first. */
export function placesOf({ request, locality, moment, question }: Scene): Place[] {
  const text = plain(request.prompt);
  const kind = question === undefined ? placeKinds.find(({ asks }) => asks.test(text)) : undefined;
  const region = regionOf(locality.country);
  const houses: Sketch[] =
    kind === undefined
      ? shopsIn(region, question?.category.key).map(({ domain, name }) => ({
          name,
          domain,
          category: question === undefined ? 'Shop' : `${capital(question.category.singular)} shop`,
          priceLevel: '$$',
          description: `${name} sells ${question?.category.name ?? 'a little of everything'} in the sandbox's fictional market.`,
        }))
      : kind.houses.map(([name, domain]) => ({
          name,
          domain: `${domain}.example`,
          category: kind.category,
          priceLevel: kind.priceLevel,
          description: `${name} is an invented ${kind.category.toLowerCase()} in the sandbox's fictional market.`,
        }));
  return shuffle(houses, `${locality.city}:places`)
    .slice(0, request.device === 'mobile' ? 3 : 4)
    .map((house) => settle(house, locality, moment.date));
}

/** Shops that sell a category in a region, the region's own before those found everywhere. */
export function shopsIn(region: string, category: string | undefined) {
  return publishers
    .filter(
      ({ type, region: home, categories }) =>
        type === 'shop' &&
        (home === region || home === 'XX') &&
        (categories.length === 0 || (category !== undefined && categories.includes(category))),
    )
    .sort((a, b) => Number(a.region === 'XX') - Number(b.region === 'XX'));
}

/** A house before it stands in a town. */
export interface Sketch {
  name: string;
  domain: string;
  category: string;
  priceLevel: string;
  description: string;
}

/** Gives a house its branch in a town: name, address, coordinates within about two kilometres, hours. */
export function settle(house: Sketch, locality: Locality, date: Date): Place {
  const { city, country, region } = locality;
  const key = `${house.domain}:${city}`;
  const hour = (date.getUTCHours() + locality.longitude / 15 + 24) % 24;
  return {
    ...house,
    id: `place-${hash(key).toString(36)}`,
    name: `${house.name} ${city}`,
    url: `https://${house.domain}/${slug(city)}`,
    address: [
      `${1 + (hash(`${key}:door`) % 120)} ${pick(streets, key)}`,
      city,
      ...(region === '' || region === city ? [] : [region]),
    ],
    latitude: rounded(locality.latitude + 0.03 * (fraction(`${key}:north`) - 0.5)),
    longitude: rounded(locality.longitude + 0.03 * (fraction(`${key}:east`) - 0.5)),
    rating: Math.round(10 * (3.9 + fraction(`${key}:rating`))) / 10,
    reviews: 30 + (hash(`${key}:reviews`) % 900),
    phone: phone(country, hash(`${key}:phone`) % 100),
    open: hour >= opensAt && hour < closesAt,
    image: `https://${house.domain}/images/${slug(city)}.jpg`,
  };
}

/** A number from the ranges set aside for fiction. */
function phone(country: string, number: number): string {
  const last = String(number).padStart(2, '0');
  if (country === 'GB') return `+44 1632 9600${last}`;
  return country === 'US' || country === 'CA' ? `+1 555 555 01${last}` : `555 01${last}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
