import { z } from 'zod';
import type { SearchAiResult } from '#lib/contract/results/search';
import { getDomain, normalizeUrl } from '#lib/core/text';
import { maxDepth } from '#lib/providers/serpapi/text-blocks';
import { lenientArray, lenientObject, omitEmpty, optionalText } from '#lib/providers/shared/parse-response';

type Video = SearchAiResult['videos'][number];

const video = lenientObject({
  title: optionalText,
  link: optionalText,
  platform: optionalText,
  source: optionalText,
  channel: optionalText,
  duration: optionalText,
  length: optionalText,
  thumbnail: optionalText,
});

const videoHolder = lenientObject({
  inline_videos: lenientArray(z.unknown()),
  videos: lenientArray(z.unknown()),
  video: z.unknown().optional(),
  header_video: z.unknown().optional(),
  text_blocks: lenientArray(z.unknown()),
  list: lenientArray(z.unknown()),
});

/**
 * Returns the videos next to an answer and inside its text, each once. A missing platform is derived from the URL.
 * `source` is the platform if a channel is given too, and the channel otherwise.
 */
export function readVideos(answer: unknown): Video[] {
  const byUrl = new Map<string, Video>();
  for (const value of findVideos(answer, 0)) {
    const { title, link, platform, source, channel, duration, length, thumbnail } = video.parse(value);
    const domain = getDomain(link ?? '');
    const key = normalizeUrl(link ?? '');
    if (!link || domain === '' || byUrl.has(key)) continue;
    const isPlatform = source && (channel || platformNames.has(source));
    byUrl.set(key, {
      link,
      ...omitEmpty({
        title,
        platform: platform || (isPlatform ? source : undefined) || platformsByDomain[domain],
        channel: channel || (isPlatform ? undefined : source),
        duration: duration || length,
        thumbnail,
      }),
    });
  }
  return [...byUrl.values()];
}

function findVideos(value: unknown, depth: number): unknown[] {
  if (depth > maxDepth) return [];
  const { inline_videos, videos, video: single, header_video, text_blocks, list } = videoHolder.parse(value);
  return [
    ...(header_video ? [header_video] : []),
    ...(single ? [single] : []),
    ...(videos ?? []),
    ...[...(text_blocks ?? []), ...(list ?? [])].flatMap((block) => findVideos(block, depth + 1)),
    ...(inline_videos ?? []),
  ];
}

const platformsByDomain: Record<string, string> = {
  'youtube.com': 'YouTube',
  'm.youtube.com': 'YouTube',
  'youtu.be': 'YouTube',
  'tiktok.com': 'TikTok',
  'vimeo.com': 'Vimeo',
  'facebook.com': 'Facebook',
  'instagram.com': 'Instagram',
};
const platformNames = new Set(Object.values(platformsByDomain));
