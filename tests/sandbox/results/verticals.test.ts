import { describe, expect, test } from 'vitest';
import type { SandboxEngine } from '#lib/sandbox/request/engine-profile';
import { querySandbox } from '#tests/support/sandbox';

const include = { ads: true, shopping: true, searchQueries: true, rawResponse: true } as const;
const prompts = {
  none: 'What is the capital of France?',
  shopping: 'What are the best trail shoes?',
  otherProducts: 'buy headphones',
  travel: 'best hotels in Paris',
  local: 'restaurants near me',
  video: 'How to clean an espresso machine',
  news: 'Latest news on e-bikes',
} as const;
type PromptName = keyof typeof prompts;
const promptNames = Object.keys(prompts) as PromptName[];
const productPrompts: PromptName[] = ['shopping', 'otherProducts'];
const placePrompts: PromptName[] = ['travel', 'local'];
/** About the products of the sandbox's fictional market. */
const marketPrompts: PromptName[] = ['shopping', 'video', 'news'];
const searchPrompts: PromptName[] = [...marketPrompts, 'otherProducts', ...placePrompts];

/**
 * The prompts that fill each field. With other prompts, the fields under `absent` are missing, as the API documents, and
 * those under `empty` are empty.
 */
const promptsByField = {
  chat: {
    absent: {
      shoppingCards: productPrompts,
      map: placePrompts,
      entities: searchPrompts,
      citationPills: searchPrompts,
    },
    empty: {
      inlineProducts: productPrompts,
      ads: productPrompts,
      searchQueries: searchPrompts,
      sources: searchPrompts,
    },
  },
  answer: {
    absent: { hotels: ['travel'], places: placePrompts, shopping_cards: productPrompts },
    empty: {
      videos: ['video'],
      images: [...productPrompts, ...placePrompts],
      related_queries: marketPrompts,
      search_model_queries: searchPrompts,
    },
  },
  office: {
    absent: { shoppingCards: productPrompts, map: placePrompts, searchQueries: searchPrompts },
    empty: { sources: searchPrompts, citationPills: searchPrompts },
  },
  searchai: {
    absent: { places: placePrompts, shopping_cards: productPrompts, ads: productPrompts },
    empty: { inline_products: productPrompts, videos: ['video'], map: placePrompts },
  },
  overview: {
    absent: {},
    empty: { ads: productPrompts, videos: ['video'], sources: ['shopping', 'video'] },
  },
  search: {
    absent: { overview: ['shopping', 'video'] },
    empty: {
      ads: productPrompts,
      organicResults: promptNames,
      peopleAlsoAsk: marketPrompts,
      relatedSearches: promptNames,
    },
  },
} satisfies Partial<Record<SandboxEngine, Record<'absent' | 'empty', Record<string, PromptName[]>>>>;

const cases = (Object.keys(promptsByField) as (keyof typeof promptsByField)[]).flatMap((engine) =>
  promptNames.map((name) => [engine, name] as const),
);

describe('result objects by vertical', () => {
  test.each(cases)('%s fills the right fields for the prompt "%s"', async (engine, name) => {
    const { result } = await querySandbox(engine, prompts[name], {
      include: { ...include, ...(engine === 'search' ? { overview: {} } : {}) },
    });
    const fields: Record<string, unknown> = { ...result };
    for (const [field, filledBy] of Object.entries<PromptName[]>(promptsByField[engine].absent)) {
      if (filledBy.includes(name)) expect(getSize(fields[field]), field).toBeGreaterThan(0);
      else expect(fields).not.toHaveProperty(field);
    }
    for (const [field, filledBy] of Object.entries<PromptName[]>(promptsByField[engine].empty)) {
      expect(Array.isArray(fields[field]), field).toBe(true);
      expect(getSize(fields[field]) > 0, field).toBe(filledBy.includes(name));
    }
  });

  test('omits the fields whose flag is off', async () => {
    const { result, html, raw } = await querySandbox('chat', prompts.shopping);
    expect(result).not.toHaveProperty('shoppingCards');
    expect(html).toBeUndefined();
    expect(raw).toBeUndefined();
  });

  test('prompts outside the market have no overview, including in search', async () => {
    const { result } = await querySandbox('overview', prompts.none);
    expect(result).toMatchObject({ text: '', sources: [] });
    const { result: listed } = await querySandbox('search', prompts.none, { include: { overview: {} } });
    expect(listed).not.toHaveProperty('overview');
  });

  test('an inline product of a shopping answer has every documented field', async () => {
    const { result } = await querySandbox('chat', prompts.shopping, { include });
    const [inline] = result.inlineProducts ?? [];
    for (const field of [
      'title',
      'url',
      'price',
      'featured_tag',
      'merchant',
      'image_urls',
      'rating',
      'num_reviews',
      'id',
      'offers',
      'rating_grouped_citation',
      'position',
      'description',
      'variants',
      'providers',
      'provider',
      'productLookupKey',
      'productLookupData',
      'showcaseMetadata',
      'showPriceDisclosure',
      'analyticsMeta',
      'metadataSources',
      'productEventUuid',
      'generatedProductQuery',
    ]) {
      expect(inline?.product).toHaveProperty(field);
    }
    for (const field of [
      'merchant_subtitle',
      'original_price',
      'is_digital',
      'checkout_payload',
      'checkout_image_urls',
      'shop_id',
      'provider',
      'details',
      'checkoutable',
      'tag',
    ]) {
      expect(inline?.product.offers?.[0]).toHaveProperty(field);
    }
    expect(inline?.details?.reviews.reviews.length).toBeGreaterThan(0);
    expect(['inline', 'hero', 'block']).toContain(inline?.render_as);
  });
});

function getSize(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}
