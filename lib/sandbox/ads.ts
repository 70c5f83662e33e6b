import type { OverviewResult } from '#lib/contract/results/search';
import type { Product } from '#lib/sandbox/goods/product';
import { shelfOf } from '#lib/sandbox/goods/shelf';
import type { Scene } from '#lib/sandbox/scene';
import { hash } from '#lib/sandbox/seed';

const mostAds = 3;

/** The products advertised with an answer: two or three, the same all hour; none without commercial intent. */
export function adsOf(scene: Scene, text: string): Product[] {
  const shelf = shelfOf(scene, text, 6);
  const start = shelf.length === 0 ? 0 : hash(`${scene.request.prompt}:ads`) % shelf.length;
  return [...shelf.slice(start), ...shelf.slice(0, start)].slice(0, mostAds);
}

/** Advertisements as the search engine's pages list them. */
export function searchAds(scene: Scene, text: string): OverviewResult['ads'] {
  return adsOf(scene, text).map(({ name, description, offers: [offer], price }, index) => ({
    position: index + 1,
    title: `${name} – ${price.text} at ${offer.merchant}`,
    link: offer.url,
    snippet: description,
  }));
}
