import { describe, expect, it } from 'vitest';
import { officeResultSchema } from '#lib/contract/results/assistants';
import { searchAiResultSchema } from '#lib/contract/results/search';
import { toOverviewResult } from '#lib/providers/serpapi/cited-answer';
import { toOfficeResult, toSearchAiResult } from '#lib/providers/serpapi/transform-answers';
import { references } from './references';

describe('office', () => {
  it('reads an answer with a header and omits missing fields', () => {
    const result = toOfficeResult(
      {
        header: 'The Loom is the cheapest.',
        header_video: { title: 'Loom', link: 'https://www.youtube.com/watch?v=1' },
        text_blocks: [{ type: 'paragraph', snippet: 'It costs $900.', reference_indexes: [0] }],
        references,
      },
      'US',
    );
    expect(officeResultSchema.parse(result)).toEqual(result);
    expect(result.text).toBe('The Loom is the cheapest.\n\nIt costs $900.');
    expect(Object.keys(result).sort()).toEqual(['citationPills', 'markdown', 'sources', 'text']);
  });

  it('reads products and places', () => {
    const result = toOfficeResult(
      {
        text_blocks: [],
        shopping_results: [
          {
            title: 'Loom',
            link: 'https://shop.example/loom',
            price: 'CA$1,299.50',
            seller: 'Shop',
            rating: '4.5',
            reviews: '(1.2K)',
            thumbnail: 'https://shop.example/t.jpg',
          },
        ],
        local_results: [
          {
            title: 'Boathouse',
            place_id: 'p1',
            gps_coordinates: { latitude: 48.1, longitude: 11.5 },
            rating: 4.2,
            reviews: 31,
            phone: '+49 1',
            price: '$$',
          },
          { title: 'Nowhere' },
        ],
      },
      'CA',
    );
    expect(officeResultSchema.parse(result)).toEqual(result);
    expect(result.shoppingCards?.[0]?.products).toEqual([
      {
        position: 1,
        url: 'https://shop.example/loom',
        name: 'Loom',
        images: [{ url: 'https://shop.example/t.jpg' }],
        price: { amount: 1299.5, currency: 'CAD', currencySymbol: 'CA$' },
        seller: 'Shop',
        rating: { value: 4.5, count: 1200 },
      },
    ]);
    expect(result.map).toEqual([
      {
        name: 'Boathouse',
        position: 1,
        placeId: 'p1',
        location: { latitude: 48.1, longitude: 11.5 },
        phoneNumber: '+49 1',
        reviews: [{ count: 31, rating: 4.2, providerIconUrl: null }],
        price: '$$',
      },
      { name: 'Nowhere', position: 2, price: null },
    ]);
  });
});

describe('searchai', () => {
  it('reads cards, inline products, ads, places and videos', () => {
    const product = {
      title: 'Loom',
      product_link: 'https://g.example/loom',
      source: 'Shop',
      thumbnail: 'https://g.example/t',
    };
    const result = toSearchAiResult(
      {
        text_blocks: [
          {
            type: 'paragraph',
            snippet: 'See.',
            video: { link: 'https://youtu.be/1', source: 'YouTube', date: '2025', thumbnail: 't' },
          },
          {
            type: 'shopping_results',
            shopping_results: [{ ...product, price: '1.299,00 €', extracted_price: 1299 }],
          },
          { type: 'local_results', local_results: [{ title: 'Boathouse', address: '1 Quay' }] },
        ],
        references: [],
        shopping_results: [
          {
            ...product,
            price: '$90',
            extracted_price: 90,
            old_price: '$120',
            extracted_old_price: 120,
            rating: 4.6,
            reviews: 1200,
            snippet: 'Blue.',
            snippet_links: [{ text: 'Blue', link: 'https://b.example/' }],
          },
          { title: 'No price' },
          { price: '$1' },
        ],
        ads: { title: 'Sponsored', ads: [{ ...product, price: '$80' }] },
        local_results: {
          places: [
            { title: 'Boathouse', address: '1 Quay' },
            { title: 'Pier', gps_coordinates: { latitude: 1, longitude: 2 }, price: '€10–20', hours: 'Open' },
          ],
        },
        inline_videos: [
          { title: 'Loom', link: 'https://www.youtube.com/watch?v=2', channel: 'Kai', duration: '04:12' },
          { title: 'No link' },
        ],
      },
      'AU',
    );
    expect(searchAiResultSchema.parse(result)).toEqual(result);
    expect(result.shopping_cards).toEqual([
      {
        title: 'Loom',
        price: { value: 90, currency: 'AUD' },
        old_price: { value: 120, currency: 'AUD' },
        store: 'Shop',
        rating: 4.6,
        reviews: '1200',
        thumbnail: 'https://g.example/t',
        product_link: 'https://g.example/loom',
        snippet: 'Blue.',
        snippet_links: [{ text: 'Blue', link: 'https://b.example/' }],
      },
      { title: 'No price' },
    ]);
    expect(result.inline_products).toEqual([
      {
        title: 'Loom',
        position: 1,
        price: { value: 1299, currency: 'EUR' },
        store: 'Shop',
        thumbnail: 'https://g.example/t',
        product_link: 'https://g.example/loom',
      },
    ]);
    expect(result.ads).toEqual({
      title: 'Sponsored',
      ads: [
        {
          title: 'Loom',
          url: 'https://g.example/loom',
          position: 1,
          price: { value: 80, currency: 'AUD' },
          store: 'Shop',
        },
      ],
    });
    expect(
      result.places?.map(({ title, index, price_level, status }) => [title, index, price_level, status]),
    ).toEqual([
      ['Boathouse', 1, undefined, undefined],
      ['Pier', 2, '€10–20', 'Open'],
    ]);
    expect(result.map).toMatchObject([
      { title: 'Pier', index: 2, gps_coordinates: { latitude: 1, longitude: 2 } },
    ]);
    expect(result.videos).toEqual([
      { link: 'https://youtu.be/1', platform: 'YouTube', thumbnail: 't' },
      {
        title: 'Loom',
        link: 'https://www.youtube.com/watch?v=2',
        platform: 'YouTube',
        channel: 'Kai',
        duration: '04:12',
      },
    ]);
  });

  it('lists linked products as inline products, each once', () => {
    const snippet_links = [{ text: 'Loom', link: 'https://g.example/', shopping_results_reference_index: 1 }];
    const { inline_products, shopping_cards } = toSearchAiResult(
      {
        text_blocks: [
          { type: 'list', list: [{ snippet: 'The Loom.', snippet_links }] },
          { type: 'paragraph', snippet: 'Loom again.', snippet_links },
        ],
        shopping_results: [
          { title: 'Fold 3', index: 0 },
          { title: 'Loom', index: 1 },
        ],
      },
      'US',
    );
    expect(inline_products?.map(({ title, position }) => [title, position])).toEqual([['Loom', 1]]);
    expect(shopping_cards).toHaveLength(2);
  });

  it('omits optional fields that the answer does not contain', () => {
    const result = toSearchAiResult({ text_blocks: [{ type: 'paragraph', snippet: 'No.' }] }, 'DE');
    expect(result).toEqual({
      text: 'No.',
      markdown: 'No.',
      sources: [],
    });
  });
});

describe('overview', () => {
  it('is empty if the page has no overview, but keeps the ads of the page', () => {
    const page = {
      ads: [
        {
          position: 1,
          block_position: 'top',
          title: 'Buy',
          link: 'https://shop.example/',
          description: 'Now.',
        },
        { position: 1, block_position: 'bottom', title: 'Rent', link: 'https://rent.example/' },
        { title: 'No link' },
      ],
    };
    expect(toOverviewResult({ error: 'Not available.' }, page)).toEqual({
      text: '',
      markdown: '',
      sources: [],
      ads: [
        { position: 1, title: 'Buy', link: 'https://shop.example/', snippet: 'Now.' },
        { position: 2, title: 'Rent', link: 'https://rent.example/' },
      ],
    });
  });
});
