import type { SandboxAnswer } from '#lib/sandbox/answers/answer';
import { retrieve } from '#lib/sandbox/answers/retrieve';
import { publishers } from '#lib/sandbox/data/market-data';
import type { MarketDocument } from '#lib/sandbox/market/documents';
import { getProximity } from '#lib/sandbox/market/prices';
import { searchIndex } from '#lib/sandbox/market/search-index';
import { engineProfiles } from '#lib/sandbox/request/engine-profile';
import type { RequestContext } from '#lib/sandbox/request/prompt';
import { hash, slug } from '#lib/sandbox/text/words';

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

/** Finds videos for a prompt that asks for some. */
export function findVideos(
  context: RequestContext & Partial<Pick<SandboxAnswer, 'ranked'>>,
  limit = 3,
): Video[] {
  const { engine, intents, time, parsed, request } = context;
  if (!intents.video) return [];
  if (parsed === undefined) return outside(context, limit);
  const ranked =
    context.ranked ??
    retrieve(searchIndex(), parsed, [request.prompt.slice(0, 300)], engineProfiles[engine], time);
  const found = ranked.filter(({ document }) => document.publisher.type === 'video').slice(0, limit);
  const listedVideos = found.length > 0 ? found.map(({ document }) => document) : near(context, limit);
  return listedVideos.map(toVideo);
}

/** Finds the category's videos from the closest region, if the search found none. */
function near({ time, parsed }: RequestContext, limit: number): MarketDocument[] {
  return searchIndex()
    .market.documents.filter(
      ({ publisher, category }) => publisher.type === 'video' && category === parsed?.category,
    )
    .sort(
      (a, b) => getProximity(b.publisher.region, time.region) - getProximity(a.publisher.region, time.region),
    )
    .slice(0, limit);
}

function toVideo({ id, publisher, title, url }: MarketDocument): Video {
  return {
    title,
    url,
    domain: publisher.domain,
    channel: publisher.name,
    duration: formatDuration(url),
    thumbnail: `https://${publisher.domain}/thumbnails/${id}.jpg`,
  };
}

/** Makes up videos for a prompt outside the market. */
function outside({ time, request }: RequestContext, limit: number): Video[] {
  const words = [...request.prompt.replace(/\s+/gu, ' ').trim()].slice(0, 80).join('');
  const key = `${slug(words)}-${(hash(words) % 46_656).toString(36)}`;
  return publishers
    .filter(({ type, region }) => type === 'video' && (region === 'XX' || region === time.region))
    .slice(0, limit)
    .map(({ domain, name }) => ({
      title: `${words}, explained with invented examples`,
      url: `https://${domain}/watch/${key}`,
      domain,
      channel: name,
      duration: formatDuration(`${domain}${key}`),
      thumbnail: `https://${domain}/thumbnails/${key}.jpg`,
    }));
}

function formatDuration(key: string): string {
  const seconds = 150 + (hash(key) % 1_500);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}
