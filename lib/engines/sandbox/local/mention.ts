import type { Draft } from '#lib/engines/sandbox/draft';
import { listed } from '#lib/engines/sandbox/lead';
import { hotelsOf } from '#lib/engines/sandbox/local/hotels';
import { placesOf } from '#lib/engines/sandbox/local/places';
import type { Scene } from '#lib/engines/sandbox/scene';

/** An answer with a line about the town, where the request or the prompt names one or asks for places. */
export function withLocalLine(draft: Draft, scene: Scene): Draft {
  const { intents, locality } = scene;
  if (draft.blocks.length === 0) return draft;
  if (!locality.asked && !intents.place && !intents.travel) return draft;
  const lines: Draft['blocks'] = [
    ...(intents.travel ? [`Hotels in ${where(scene)} include ${names(hotelsOf(scene))}.`] : []),
    ...(intents.travel && !intents.place ? [] : [`In ${where(scene)}, try ${names(placesOf(scene))}.`]),
  ].map((text) => ({ kind: 'paragraph', spans: [{ text }] }));
  return { ...draft, blocks: [...draft.blocks.slice(0, -1), ...lines, ...draft.blocks.slice(-1)] };
}

function where({ locality: { city, region } }: Scene): string {
  return region === '' || region === city ? city : `${city}, ${region}`;
}

function names(places: { name: string }[]): string {
  return listed(places.slice(0, 3).map(({ name }) => name));
}
