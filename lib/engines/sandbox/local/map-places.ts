import { hotelIsMeant, hotelsOf } from '#lib/engines/sandbox/local/hotels';
import { type Place, placesOf } from '#lib/engines/sandbox/local/places';
import type { Scene } from '#lib/engines/sandbox/scene';

/** What a map shows with an answer: hotels for a stay, other places where one is asked for, else nothing. */
export function mapPlaces(scene: Scene): Place[] {
  const { intents, request } = scene;
  if (intents.travel && (hotelIsMeant(request.prompt) || !intents.place)) return hotelsOf(scene);
  return intents.place ? placesOf(scene) : [];
}
