import { hotelHouses } from '#lib/sandbox/local/place-kinds';
import { type Place, settle } from '#lib/sandbox/local/places';
import type { Scene } from '#lib/sandbox/scene';
import { shuffle } from '#lib/sandbox/seed';

/** The hotels of a locality. */
export function hotelsOf({ request, locality, moment }: Scene): Place[] {
  return shuffle(hotelHouses, `${locality.city}:hotels`)
    .slice(0, request.device === 'mobile' ? 3 : 4)
    .map(([name, domain, priceLevel, description]) =>
      settle(
        { name, domain: `${domain}.example`, category: 'Hotel', priceLevel, description },
        locality,
        moment.date,
      ),
    );
}

/** What a map shows: hotels where the prompt is about a stay and no other place, else the places it asks for. */
export function hotelIsMeant(prompt: string): boolean {
  return /\b(hotels?|hostels?|motels?|resorts?|stay)\b|ホテル|旅館/iu.test(prompt);
}
