import type { Draft } from '#lib/sandbox/draft';
import { listed } from '#lib/sandbox/lead';
import { hotelsOf } from '#lib/sandbox/local/hotels';
import { placesOf } from '#lib/sandbox/local/places';
import type { Scene } from '#lib/sandbox/scene';

/**
 * An answer with a line about the town, where the request or the prompt names one or asks for places; unless the
 * answer is about the places themselves.
 */
export function withLocalLine(draft: Draft, scene: Scene): Draft {
  const { intents, locality, question } = scene;
  const wanted = intents.place || intents.travel;
  if (draft.blocks.length === 0 || (question === undefined && wanted)) return draft;
  if (!locality.asked && !wanted) return draft;
  const lines: Draft['blocks'] = [
    ...(intents.travel ? [`Hotels in ${where(scene)} include ${names(hotelsOf(scene))}.`] : []),
    ...(intents.travel && !intents.place ? [] : [`In ${where(scene)}, try ${names(placesOf(scene))}.`]),
  ].map((text) => ({ kind: 'paragraph', spans: [{ text }] }));
  return { ...draft, blocks: [...draft.blocks.slice(0, -1), ...lines, ...draft.blocks.slice(-1)] };
}

/** A town with its region, as a sentence names it. */
export function where({ locality: { city, region } }: Scene): string {
  return region === '' || region === city ? city : `${city}, ${region}`;
}

function names(places: { name: string }[]): string {
  return listed(places.slice(0, 3).map(({ name }) => name));
}
