import type { Brand, Category, Language, Publisher } from '#lib/sandbox/data/market-data';
import { type DocumentKind, type EventKind, sentences, titles } from '#lib/sandbox/data/page-texts';
import type { Aspect, Sentence } from '#lib/sandbox/market/documents';
import { writePrice } from '#lib/sandbox/market/prices';
import { fillIn, fraction, pick, shuffle } from '#lib/sandbox/text/words';

/** What a page is about. */
export interface Assignment {
  key: string;
  publisher: Publisher;
  category: Category;
  kind: DocumentKind;
  mentions: { brand: Brand; leaning: -1 | 0 | 1 }[];
  event?: EventKind;
}

/** Writes the sentences of a page; the same assignment always gives the same page. */
export function writeDocument(assignment: Assignment): Sentence[] {
  const { key, kind, publisher } = assignment;
  return [
    say(assignment, 'opener', pick(sentences.openers[publisher.type], key)),
    ...bodies[kind](assignment),
    ...closing(assignment),
  ];
}

function closing(a: Assignment): Sentence[] {
  if (a.kind === 'problem') return [say(a, 'opener', pick(sentences.complaints, a.key))];
  return a.kind === 'review' || a.kind === 'price' ? [say(a, 'tip', pick(a.category.tips, a.key))] : [];
}

const bodies: Record<DocumentKind, (assignment: Assignment) => Sentence[]> = {
  review: (a) => a.mentions.flatMap((mention) => verdict(a, mention, 3).concat(price(a, mention.brand))),
  best: (a) =>
    a.mentions.flatMap((mention, index) =>
      verdict(a, mention, 1).concat(index < 2 ? price(a, mention.brand) : []),
    ),
  comparison: (a) => [...a.mentions.flatMap((mention) => verdict(a, mention, 2)), ...versus(a)],
  alternatives: (a) =>
    a.mentions.flatMap((mention, index) =>
      index === 0
        ? judge(a, mention.brand, 'fault', 1)
        : [...judge(a, mention.brand, 'praise', 1), ...switchTo(a, mention.brand)],
    ),
  price: (a) => a.mentions.flatMap((mention) => [...price(a, mention.brand), ...verdict(a, mention, 1)]),
  problem: (a) => a.mentions.flatMap((mention) => judge(a, mention.brand, 'fault', 2)),
  'how-to': (a) => [
    ...shuffle(a.category.tips, a.key)
      .slice(0, 4)
      .map((text) => say(a, 'tip', text)),
    ...a.mentions.flatMap((mention) => judge(a, mention.brand, 'praise', 1)),
  ],
  news: (a) =>
    a.mentions
      .slice(0, 1)
      .flatMap((mention) => [
        ...happened(a, mention.brand),
        character(mention.brand),
        ...price(a, mention.brand),
      ]),
  overview: (a) => [
    say(a, 'overview', pick(sentences.overviews, a.key)),
    ...a.mentions.flatMap((mention) => [character(mention.brand), ...judge(a, mention.brand, 'praise', 1)]),
  ],
};

function verdict(a: Assignment, mention: Assignment['mentions'][number], size: number): Sentence[] {
  const faults = mention.leaning < 0 ? Math.ceil(size / 2) : size > 1 ? 1 : 0;
  return [...judge(a, mention.brand, 'praise', size - faults), ...judge(a, mention.brand, 'fault', faults)];
}

function judge(a: Assignment, brand: Brand, aspect: 'praise' | 'fault', size: number): Sentence[] {
  const keys = shuffle(aspect === 'praise' ? brand.strengths : brand.weaknesses, `${a.key}:${brand.name}`);
  const choices = keys.flatMap((feature, index) => {
    const found = a.category.features.find((candidate) => candidate.key === feature);
    const texts = shuffle(
      (aspect === 'praise' ? found?.good : found?.bad) ?? [],
      `${a.key}:${brand.name}:${feature}`,
    );
    return texts.map((text, nth) => ({ text, feature, order: nth * 10 + index }));
  });
  return choices
    .sort((first, second) => first.order - second.order)
    .slice(0, size)
    .map(({ text, feature }) => ({ ...say(a, aspect, text, brand), feature }));
}

function price(a: Assignment, brand: Brand): Sentence[] {
  return [say(a, 'price', pick(sentences.prices, `${a.key}:${brand.name}`), brand)];
}

function character(brand: Brand): Sentence {
  return { text: brand.character, pattern: brand.character, aspect: 'character', brand };
}

function happened(a: Assignment, brand: Brand): Sentence[] {
  const kind = a.event ?? (fraction(a.key) < 0.5 ? 'launch' : 'price-cut');
  const aspect = kind === 'recall' || kind === 'shortage' ? 'trouble' : 'news';
  return sentences.events[kind].map((text) => say(a, aspect, text, brand));
}

function versus(a: Assignment): Sentence[] {
  const brand = a.mentions[0]?.brand;
  const other = a.mentions[1]?.brand;
  if (brand === undefined || other === undefined) return [];
  return [pick(sentences.comparisons, a.key), pick(sentences.even, a.key)].map((text) => ({
    ...say(a, 'versus', text, brand),
    other,
  }));
}

function switchTo(a: Assignment, brand: Brand): Sentence[] {
  const other = a.mentions[0]?.brand;
  if (other === undefined || fraction(`${a.key}:${brand.name}:switch`) > 0.5) return [];
  const text = pick(sentences.switching, `${a.key}:${brand.name}`).replaceAll('{o}', other.name);
  return [{ ...say(a, 'versus', text, brand), other }];
}

function say(a: Assignment, aspect: Aspect, text: string, brand?: Brand): Sentence {
  return { text: fill(text, a, brand), pattern: text, aspect, ...(brand === undefined ? {} : { brand }) };
}

function fill(text: string, a: Assignment, brand?: Brand): string {
  const other = a.mentions[1]?.brand;
  const product = brand === undefined ? '' : pick(brand.products, `${a.key}:product`);
  const label = (key: string | undefined, fallback: number): string =>
    (a.category.features.find((feature) => feature.key === key) ?? a.category.features[fallback])?.label ??
    '';
  const theirs = other?.strengths.find((key) => key !== brand?.strengths[0]);
  return fillIn(text, {
    b: brand?.name ?? '',
    o: other?.name ?? '',
    p: product,
    c: a.category.name,
    s: a.category.singular,
    m: brand === undefined ? '' : writePrice(brand.price, a.publisher.region),
    u: a.category.unit,
    f: label(brand?.strengths[0], 0),
    g: label(theirs, 1),
  });
}

/** Writes the title of a page in its publisher's language; posts and videos often start with an emoji. */
export function writeTitle(assignment: Assignment): string {
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
    (loud && fraction(`${key}:loud`) < 0.6 ? pick(titles.flourishes, key) : '') +
    title.charAt(0).toUpperCase() +
    title.slice(1)
  );
}

function localName(category: Category, language: Language): string {
  return language === 'en' ? category.name : category.local[language];
}
