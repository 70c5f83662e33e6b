import { hotelIsMeant, hotelsOf } from '#lib/sandbox/local/hotels';
import { type Place, placesOf } from '#lib/sandbox/local/places';
import type { Scene } from '#lib/sandbox/scene';

/** What a map shows with an answer: hotels for a stay, other places where one is asked for, else nothing. */
export function mapPlaces(scene: Scene): Place[] {
  const { intents, request } = scene;
  if (intents.travel && (hotelIsMeant(request.prompt) || !intents.place)) return hotelsOf(scene);
  return intents.place ? placesOf(scene) : [];
}
