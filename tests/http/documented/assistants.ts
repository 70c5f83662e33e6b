import { includedFields, pill, source } from './common';

const media = {
  title: 'string',
  url: 'string',
  thumbnail: 'string',
  medium: 'string',
  source: 'string',
  image_width: 'number',
  image_height: 'number',
  thumbnail_width: 'number',
  thumbnail_height: 'number',
} as const;
const place = {
  name: 'string',
  url: 'string',
  rating: 'number',
  address: ['string'],
  lat: 'number',
  lng: 'number',
  categories: ['string'],
  images: ['string'],
} as const;

/**
 * The documented result of the engine `answer` (Perplexity), written independently of `lib/contract`. A question mark marks
 * an optional field.
 */
export const answer = {
  ...includedFields,
  text: 'string',
  sources: [source],
  citationPills: [pill],
  related_queries: ['string'],
  search_model_queries: [{ query: 'string', engine: 'string', limit: 'number' }],
  videos: [media],
  images: [media],
  'hotels?': [
    {
      ...place,
      num_reviews: 'integer',
      phone: 'string',
      description: 'string',
      image_url: 'string',
      price_level: 'string',
    },
  ],
  'places?': [{ ...place, map_url: 'string' }],
  'shopping_cards?': [
    {
      tags: ['string'],
      products: [
        {
          title: 'string',
          id: 'string',
          url: 'string',
          price: 'string',
          merchant: 'string',
          available: 'boolean',
          imageUrls: ['string'],
          numReviews: 'integer',
          offers: [
            {
              url: 'string',
              price: 'string',
              merchant_name: 'string',
              product_name: 'string',
              available: 'boolean',
              price_details: { display_price: 'string' },
              original_price: 'string|null',
            },
          ],
          position: 'integer',
          rating: 'number',
          original_price: 'string',
          description: 'string',
          variants: 'any',
        },
      ],
    },
  ],
} as const;

/** The documented result of the engine `office` (Microsoft Copilot). */
export const office = {
  ...includedFields,
  text: 'string',
  sources: [source],
  citationPills: [pill],
  'searchQueries?': ['string'],
  'shoppingCards?': [
    {
      type: 'string',
      layout: 'string',
      products: [
        {
          product: { id: 'string', groupId: 'string', brandGroupId: 'string' },
          position: 'integer',
          offerId: 'string',
          url: 'string',
          name: 'string',
          description: 'string',
          images: [{ title: 'string', url: 'string' }],
          specifications: [{ displayName: 'string', values: ['string'] }],
          tags: ['string'],
          price: { amount: 'number', currency: 'string', currencySymbol: 'string' },
          seller: 'string',
          sellerLogoUrl: 'string',
          brandName: 'string',
          rating: { value: 'number', count: 'number' },
          canTrackPrice: 'boolean',
        },
      ],
    },
  ],
  'map?': [
    {
      name: 'string',
      position: 'integer',
      placeId: 'string',
      location: { address: 'string', latitude: 'number', longitude: 'number' },
      phoneNumber: 'string',
      url: 'string',
      reviews: [
        {
          count: 'number',
          rating: 'number',
          providerName: 'string',
          providerIconUrl: 'string|null',
          url: 'string',
        },
      ],
      photos: [{ url: 'string', altText: 'string|null', providerName: 'string|null', providerUrl: 'string' }],
      openState: 'string',
      category: 'string',
      price: 'string|null',
      layerLabel: 'string',
    },
  ],
} as const;
