import { money, pill, source } from './common';

/** Parts of the documented results of the search engines, written independently of `lib/contract`. See `shape.ts` for the notation. */
const place = {
  title: 'string',
  link: 'string',
  place_id: 'string',
  index: 'integer',
  thumbnail: 'string',
  rating: 'number',
  reviews: 'integer',
  type: 'string',
  address: 'string',
  status: 'string',
} as const;
export const video = {
  title: 'string',
  link: 'string',
  platform: 'string',
  channel: 'string',
  duration: 'string',
  thumbnail: 'string',
} as const;
const product = {
  title: 'string',
  price: money,
  store: 'string',
  thumbnail: 'string',
  product_link: 'string',
} as const;

export const searchai = {
  'html?': 'string',
  'markdown?': 'string',
  text: 'string',
  sources: [source],
  citationPills: [pill],
  'places?': [{ ...place, price_level: 'string' }],
  'shopping_cards?': [
    {
      ...product,
      rating: 'number',
      reviews: 'string',
      old_price: money,
      snippet: 'string',
      snippet_links: [{ text: 'string', link: 'string' }],
    },
  ],
  'ads?': {
    title: 'string',
    ads: [
      {
        title: 'string',
        url: 'string',
        position: 'integer',
        price: money,
        store: 'string',
        rating: 'number',
        reviews: 'string',
      },
    ],
  },
  inline_products: [{ ...product, position: 'integer', old_price: money }],
  videos: [video],
  map: [{ ...place, gps_coordinates: { latitude: 'number', longitude: 'number' } }],
} as const;
