import { categories } from '#lib/sandbox/market/categories';
import type { Region } from '#lib/sandbox/market/category';
import type { Language, Publisher } from '#lib/sandbox/market/publisher';
import { publisherRows } from '#lib/sandbox/market/publisher-rows';

const languages: Record<Region, Language> = { US: 'en', GB: 'en', XX: 'en', DE: 'de', FR: 'fr', JP: 'ja' };

const independent: Publisher[] = Object.entries(publisherRows).flatMap(([region, rows]) =>
  rows.map(([domain, name, type, leaning, ...covered]): Publisher => {
    const place = region as Region;
    return {
      domain: `${domain}.example`,
      name,
      type,
      region: place,
      language: languages[place],
      leaning,
      categories: covered,
    };
  }),
);

const own: Publisher[] = categories.flatMap((category) =>
  category.brands.map((brand) => ({
    domain: `${brand.domain}.example`,
    name: brand.name,
    type: 'own' as const,
    region: 'XX' as const,
    language: 'en' as const,
    leaning: 'even' as const,
    categories: [category.key],
  })),
);

/** Every publisher of the market: the independent ones, then the brands' own sites. */
export const publishers: readonly Publisher[] = [...independent, ...own];
