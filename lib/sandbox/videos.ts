import type { SandboxAnswer } from '#lib/sandbox/ask';
import type { MarketDocument } from '#lib/sandbox/market/document';
import { publishers } from '#lib/sandbox/market/publishers';
import { nearness } from '#lib/sandbox/place';
import { retrieve } from '#lib/sandbox/retrieve';
import type { Scene } from '#lib/sandbox/scene';
import { searchIndex } from '#lib/sandbox/search';
import { hash } from '#lib/sandbox/seed';
import { tastes } from '#lib/sandbox/taste';
import { slug } from '#lib/sandbox/words';

/** A video as results list it. */
export interface Video {
  title: string;
  url: string;
  domain: string;
  channel: string;
  /** `MM:SS`. */
  duration: string;
  thumbnail: string;
}

/** The videos that go with a prompt that asks for some; none for others. */
export function videosOf(scene: Scene & Partial<Pick<SandboxAnswer, 'ranked'>>, most = 3): Video[] {
  const { engine, intents, moment, question, request } = scene;
  if (!intents.video) return [];
  if (question === undefined) return outside(scene, most);
  const ranked =
    scene.ranked ?? retrieve(searchIndex(), question, [request.prompt.slice(0, 300)], tastes[engine], moment);
  const found = ranked.filter(({ document }) => document.publisher.type === 'video').slice(0, most);
  const listed = found.length > 0 ? found.map(({ document }) => document) : near(scene, most);
  return listed.map(videoOf);
}

/** The category's videos whose channels are nearest, where the search found none. */
function near({ moment, question }: Scene, most: number): MarketDocument[] {
  return searchIndex()
    .market.documents.filter(
      ({ publisher, category }) => publisher.type === 'video' && category === question?.category,
    )
    .sort((a, b) => nearness(b.publisher.region, moment.region) - nearness(a.publisher.region, moment.region))
    .slice(0, most);
}

function videoOf({ id, publisher, title, url }: MarketDocument): Video {
  return {
    title,
    url,
    domain: publisher.domain,
    channel: publisher.name,
    duration: durationOf(url),
    thumbnail: `https://${publisher.domain}/thumbnails/${id}.jpg`,
  };
}

/** For a prompt outside the market, what its channels would call such a video. */
function outside({ moment, request }: Scene, most: number): Video[] {
  const words = [...request.prompt.replace(/\s+/gu, ' ').trim()].slice(0, 80).join('');
  const key = `${slug(words)}-${(hash(words) % 46_656).toString(36)}`;
  return publishers
    .filter(({ type, region }) => type === 'video' && (region === 'XX' || region === moment.region))
    .slice(0, most)
    .map(({ domain, name }) => ({
      title: `${words}, explained with invented examples`,
      url: `https://${domain}/watch/${key}`,
      domain,
      channel: name,
      duration: durationOf(`${domain}${key}`),
      thumbnail: `https://${domain}/thumbnails/${key}.jpg`,
    }));
}

function durationOf(key: string): string {
  const seconds = 150 + (hash(key) % 1_500);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}
