import type { Category } from '#lib/sandbox/market/category';
import type { Language } from '#lib/sandbox/market/publisher';
import { flourishes, titles } from '#lib/sandbox/market/titles';
import { fraction, pick } from '#lib/sandbox/seed';
import { fillIn } from '#lib/sandbox/words';
import type { Assignment } from '#lib/sandbox/write-document';

/** The title of a page in its publisher's language; posts and videos like to begin with a picture. */
export function titleOf(assignment: Assignment): string {
  const { category, key, kind, mentions, publisher } = assignment;
  const first = mentions[0]?.brand;
  const second = mentions[1]?.brand;
  const choices = titles[publisher.language][kind].filter(
    (title) => second !== undefined || !title.includes('{o}'),
  );
  const pattern = pick(choices.length > 0 ? choices : titles[publisher.language].overview, key);
  const title = fillIn(pattern, {
    c: localName(category, publisher.language),
    b: first?.name ?? '',
    o: second?.name ?? '',
    p: first === undefined ? '' : pick(first.products, `${key}:product`),
  });
  const loud = publisher.type === 'video' || publisher.type === 'social';
  return (
    (loud && fraction(`${key}:loud`) < 0.6 ? pick(flourishes, key) : '') +
    title.charAt(0).toUpperCase() +
    title.slice(1)
  );
}

function localName(category: Category, language: Language): string {
  return language === 'en' ? category.name : category.local[language];
}
