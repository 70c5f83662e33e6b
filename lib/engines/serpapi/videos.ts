import { z } from 'zod';
import type { SearchAiResult } from '#lib/contract/results/search';
import { comparedAddress, domainOfAddress } from '#lib/core/compared-address';
import { someList, someObject, someText } from '#lib/engines/lenient';

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

/** The videos an answer shows, beside its text and inside it, each once. What is not told of one is empty. */
export function videosOf(answer: unknown): Video[] {
  const byAddress = new Map<string, Video>();
  for (const found of held(answer, 0)) {
    const { title, link, platform, source, channel, duration, length, thumbnail } = video.parse(found);
    if (!link || domainOfAddress(link) === '') continue;
    const key = comparedAddress(link);
    if (byAddress.has(key)) continue;
    byAddress.set(key, {
      title: title ?? '',
      link,
      platform: platform ?? (channel ? source : undefined) ?? platformOf(link),
      channel: channel ?? source ?? '',
      duration: duration ?? length ?? '',
      thumbnail: thumbnail ?? '',
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

function platformOf(link: string): string {
  const domain = domainOfAddress(link);
  return platforms[domain] ?? domain;
}
