import type { Brand } from '#lib/sandbox/data/market-data';
import { type Aspect, documentKinds, sentences, titles } from '#lib/sandbox/data/templates';
import { type BrandMention, type DocumentPlan, planDocuments } from '#lib/sandbox/market/plan-documents';
import { formatRegionalPrice } from '#lib/sandbox/market/prices';
import { getFraction, hash, pick, shuffle } from '#lib/sandbox/text/random';
import { capitalize, fillTemplate } from '#lib/sandbox/text/words';

/** A sentence an answer may quote. */
export interface Sentence {
  text: string;
  /** The sentence before names were filled in; an answer quotes each template at most once. */
  template: string;
  aspect: Aspect;
  brand?: Brand;
  /** The brand it compares with. */
  other?: Brand;
  /** Key of the feature it rates. */
  feature?: string;
}

/** One page of the fictional web. */
export interface MarketDocument extends DocumentPlan {
  id: number;
  url: string;
  title: string;
  sentences: Sentence[];
  /**
   * It is updated every `cycleDays` days: on days whose number since 1970-01-01, divided by `cycleDays`, has the remainder
   * `phaseDays`. A page about an `event` has the date of the brand's last event of that kind instead (`getAgeDays`).
   */
  cycleDays: number;
  phaseDays: number;
}

/** Builds every page of the fictional web; the same seed always gives the same pages. */
export function buildDocuments(seed: string): MarketDocument[] {
  return planDocuments(seed).map(writeDocument);
}

function writeDocument(plan: DocumentPlan, id: number): MarketDocument {
  const { category, key, kind, mentions, publisher } = plan;
  const cycleDays = Math.round(
    documentKinds[kind].typicalCycleDays * (0.7 + 0.8 * getFraction(`${key}:cycle`)),
  );
  const domains = mentions.slice(0, 2).map(({ brand }) => brand.domain);
  const slug = [kind, ...domains, (hash(key) % 46_656).toString(36)].join('-');
  return {
    ...plan,
    id,
    url: `https://${publisher.domain}/${category.key}/${slug}`,
    title: writeTitle(plan),
    sentences: [
      ...writeOpening(plan),
      ...mentions.flatMap((mention, index) => brandWriters[kind](plan, mention, index)),
      ...writeClosing(plan),
    ],
    cycleDays,
    phaseDays: Math.floor(getFraction(`${key}:phase`) * cycleDays),
  };
}

function writeOpening(plan: DocumentPlan): Sentence[] {
  const { category, key, kind, publisher } = plan;
  const tips = kind === 'how-to' ? shuffle(category.tips, key).slice(0, 4) : [];
  return [
    writeSentence(plan, 'framing', pick(sentences.openers[publisher.type], key)),
    ...tips.map((tip) => writeSentence(plan, 'tip', tip)),
    ...(kind === 'overview' ? [writeSentence(plan, 'overview', pick(sentences.overviews, key))] : []),
  ];
}

function writeClosing(plan: DocumentPlan): Sentence[] {
  const { category, key, kind } = plan;
  if (kind === 'comparison') return writeComparison(plan);
  if (kind === 'problem') return [writeSentence(plan, 'framing', pick(sentences.complaints, key))];
  return kind === 'review' || kind === 'price' ? [writeSentence(plan, 'tip', pick(category.tips, key))] : [];
}

type BrandWriter = (plan: DocumentPlan, mention: BrandMention, index: number) => Sentence[];

/** The functions that write the sentences about a brand, by the kind of page. */
const brandWriters: Record<DocumentPlan['kind'], BrandWriter> = {
  review: (plan, mention) => [...writeVerdict(plan, mention, 3), writePrice(plan, mention)],
  best: (plan, mention, index) =>
    index < 2
      ? [...writeVerdict(plan, mention, 1), writePrice(plan, mention)]
      : writeVerdict(plan, mention, 1),
  comparison: (plan, mention) => writeVerdict(plan, mention, 2),
  alternatives: (plan, mention, index) =>
    index === 0
      ? writeRatings(plan, mention, 'fault', 1)
      : [...writeRatings(plan, mention, 'praise', 1), ...writeSwitch(plan, mention)],
  price: (plan, mention) => [writePrice(plan, mention), ...writeVerdict(plan, mention, 1)],
  problem: (plan, mention) => writeRatings(plan, mention, 'fault', 2),
  'how-to': (plan, mention) => writeRatings(plan, mention, 'praise', 1),
  news: (plan, mention) => [...writeEvent(plan, mention), writeCharacter(mention), writePrice(plan, mention)],
  overview: (plan, mention) => [writeCharacter(mention), ...writeRatings(plan, mention, 'praise', 1)],
};

function writeVerdict(plan: DocumentPlan, mention: BrandMention, count: number): Sentence[] {
  const faults = mention.sentiment < 0 ? Math.ceil(count / 2) : count > 1 ? 1 : 0;
  return [
    ...writeRatings(plan, mention, 'praise', count - faults),
    ...writeRatings(plan, mention, 'fault', faults),
  ];
}

function writeRatings(
  plan: DocumentPlan,
  { brand }: BrandMention,
  aspect: 'praise' | 'fault',
  count: number,
): Sentence[] {
  const key = `${plan.key}:${brand.name}`;
  const features = shuffle(aspect === 'praise' ? brand.strengths : brand.weaknesses, key);
  return features
    .flatMap((feature, index) => {
      const templates = plan.category.features.find((candidate) => candidate.key === feature);
      const choices = (aspect === 'praise' ? templates?.good : templates?.bad) ?? [];
      return shuffle(choices, `${key}:${feature}`).map((template, round) => ({
        template,
        feature,
        order: round * 10 + index,
      }));
    })
    .sort((first, second) => first.order - second.order)
    .slice(0, count)
    .map(({ template, feature }) => ({ ...writeSentence(plan, aspect, template, brand), feature }));
}

function writePrice(plan: DocumentPlan, { brand }: BrandMention): Sentence {
  return writeSentence(plan, 'price', pick(sentences.prices, `${plan.key}:${brand.name}`), brand);
}

function writeCharacter({ brand }: BrandMention): Sentence {
  return { text: brand.description, template: brand.description, aspect: 'character', brand };
}

function writeEvent(plan: DocumentPlan, { brand }: BrandMention): Sentence[] {
  const kind = plan.event ?? (getFraction(plan.key) < 0.5 ? 'launch' : 'price-cut');
  const aspect = kind === 'recall' || kind === 'shortage' ? 'trouble' : 'news';
  return sentences.events[kind].map((template) => writeSentence(plan, aspect, template, brand));
}

function writeComparison(plan: DocumentPlan): Sentence[] {
  const [brand, other] = plan.mentions.map((mention) => mention.brand);
  if (brand === undefined || other === undefined) return [];
  return [sentences.comparisons, sentences.undecided].map((choices) => ({
    ...writeSentence(plan, 'versus', pick(choices, plan.key), brand),
    other,
  }));
}

function writeSwitch(plan: DocumentPlan, { brand }: BrandMention): Sentence[] {
  const other = plan.mentions[0]?.brand;
  const key = `${plan.key}:${brand.name}`;
  if (other === undefined || getFraction(`${key}:switch`) > 0.5) return [];
  const template = pick(sentences.switching, key).replaceAll('{other}', other.name);
  return [{ ...writeSentence(plan, 'versus', template, brand), other }];
}

function writeSentence(plan: DocumentPlan, aspect: Aspect, template: string, brand?: Brand): Sentence {
  const { category, key, mentions, publisher } = plan;
  const other = mentions[1]?.brand;
  const getLabel = (feature: string | undefined, fallback: number) =>
    (category.features.find((candidate) => candidate.key === feature) ?? category.features[fallback])?.label;
  const text = fillTemplate(template, {
    brand: brand?.name,
    other: other?.name,
    product: brand && pick(brand.products, `${key}:product`),
    category: category.name,
    singular: category.singular,
    price: brand && formatRegionalPrice(brand.price, publisher.region),
    unit: category.unit,
    feature: getLabel(brand?.strengths[0], 0),
    otherFeature: getLabel(
      other?.strengths.find((feature) => feature !== brand?.strengths[0]),
      1,
    ),
  });
  return { text, template, aspect, ...(brand && { brand }) };
}

function writeTitle({ category, key, kind, mentions, publisher }: DocumentPlan): string {
  const { language, type } = publisher;
  const [first, second] = mentions.map(({ brand }) => brand);
  const choices = titles[language][kind].filter((title) => second || !title.includes('{other}'));
  const title = fillTemplate(pick(choices.length > 0 ? choices : titles[language].overview, key), {
    category: language === 'en' ? category.name : category.local[language],
    brand: first?.name,
    other: second?.name,
    product: first && pick(first.products, `${key}:product`),
  });
  const hasEmoji = (type === 'video' || type === 'social') && getFraction(`${key}:loud`) < 0.6;
  return (hasEmoji ? pick(titles.emoji, key) : '') + capitalize(title);
}
