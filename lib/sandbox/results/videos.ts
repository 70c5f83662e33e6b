import type { SandboxAnswer } from '#lib/sandbox/answers/answer';
import { publishers } from '#lib/sandbox/data/market-data';
import { getProximity } from '#lib/sandbox/market/prices';
import { getSearchIndex } from '#lib/sandbox/market/search-index';
import type { MarketDocument } from '#lib/sandbox/market/write-document';
import { hash } from '#lib/sandbox/text/random';
import { slugify } from '#lib/sandbox/text/words';

const maxVideos = 3;

/**
 * Finds up to `maxVideos` videos for a prompt that asks for videos: those retrieved for the answer, else those of the
 * category, closest regions first. For a prompt about a topic outside the fictional market, the videos are made up.
 * `duration` is `MM:SS`.
 */
export function findVideos({ parsed, request, retrieved, snapshot, verticals }: SandboxAnswer) {
  if (!verticals.video) return [];
  if (parsed === undefined) {
    const topic = [...request.prompt.replace(/\s+/gu, ' ').trim()].slice(0, 80).join('');
    const key = `${slugify(topic)}-${(hash(topic) % 46_656).toString(36)}`;
    return publishers
      .filter(({ type, region }) => type === 'video' && (region === 'XX' || region === snapshot.region))
      .slice(0, maxVideos)
      .map(({ domain, name }) => ({
        title: `${topic}, explained with invented examples`,
        url: `https://${domain}/watch/${key}`,
        domain,
        channel: name,
        duration: formatDuration(`${domain}${key}`),
        thumbnail: `https://${domain}/thumbnails/${key}.jpg`,
      }));
  }
  const isVideo = ({ publisher }: MarketDocument) => publisher.type === 'video';
  const found = retrieved.map(({ document }) => document).filter(isVideo);
  const getVideoProximity = ({ publisher }: MarketDocument) =>
    getProximity(publisher.region, snapshot.region);
  const documents =
    found.length > 0
      ? found
      : getSearchIndex()
          .documents.filter((document) => isVideo(document) && document.category === parsed.category)
          .sort((a, b) => getVideoProximity(b) - getVideoProximity(a));
  return documents.slice(0, maxVideos).map(({ id, publisher: { domain, name }, title, url }) => ({
    title,
    url,
    domain,
    channel: name,
    duration: formatDuration(url),
    thumbnail: `https://${domain}/thumbnails/${id}.jpg`,
  }));
}

function formatDuration(key: string): string {
  const seconds = 150 + (hash(key) % 1_500);
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.floor(seconds / 60))}:${pad(seconds % 60)}`;
}
