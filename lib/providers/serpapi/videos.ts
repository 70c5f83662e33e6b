import { z } from 'zod';
import type { SearchAiResult } from '#lib/contract/results/search';
import { comparedAddress, domainOfAddress } from '#lib/core/compared-address';
import { someList, someObject, someText } from '#lib/providers/lenient';
import { told } from '#lib/providers/told';

type Video = SearchAiResult['videos'][number];

const video = someObject({
  title: someText,
  link: someText,
  platform: someText,
  source: someText,
  channel: someText,
  duration: someText,
  length: someText,
  thumbnail: someText,
});

const holder = someObject({
  inline_videos: someList(z.unknown()),
  videos: someList(z.unknown()),
  video: z.unknown().optional(),
  header_video: z.unknown().optional(),
  text_blocks: someList(z.unknown()),
  list: someList(z.unknown()),
});

const deepest = 12;

/**
 * The videos an answer shows, beside its text and inside it, each once. The platform is derived from the address
 * where it is not told; `source` is the platform, or the channel where it names none.
 */
export function videosOf(answer: unknown): Video[] {
  const byAddress = new Map<string, Video>();
  for (const found of held(answer, 0)) {
    const { title, link, platform, source, channel, duration, length, thumbnail } = video.parse(found);
    if (!link || domainOfAddress(link) === '') continue;
    const key = comparedAddress(link);
    if (byAddress.has(key)) continue;
    const isPlatform = source && (channel || platformNames.has(source));
    byAddress.set(key, {
      link,
      ...told({
        title,
        platform: platform || (isPlatform ? source : undefined) || platforms[domainOfAddress(link)],
        channel: channel || (isPlatform ? undefined : source),
        duration: duration || length,
        thumbnail,
      }),
    });
  }
  return [...byAddress.values()];
}

function held(value: unknown, depth: number): unknown[] {
  if (depth > deepest) return [];
  const { inline_videos, videos, video: one, header_video, text_blocks, list } = holder.parse(value);
  return [
    ...(header_video ? [header_video] : []),
    ...(one ? [one] : []),
    ...(videos ?? []),
    ...[...(text_blocks ?? []), ...(list ?? [])].flatMap((block) => held(block, depth + 1)),
    ...(inline_videos ?? []),
  ];
}

const platforms: Record<string, string> = {
  'youtube.com': 'YouTube',
  'm.youtube.com': 'YouTube',
  'youtu.be': 'YouTube',
  'tiktok.com': 'TikTok',
  'vimeo.com': 'Vimeo',
  'facebook.com': 'Facebook',
  'instagram.com': 'Instagram',
};
const platformNames = new Set(Object.values(platforms));
