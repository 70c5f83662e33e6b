import { includedFields, pill, source } from './common';

/** Parts of the documented result of the engine `chat` (ChatGPT), written independently of `lib/contract`. See `shape.ts` for the notation. */
const chatOffer = {
  merchant_name: 'string',
  product_name: 'string',
  url: 'string',
  price: 'string',
  details: 'string',
  available: 'boolean',
  checkoutable: 'boolean',
  price_details: {
    base: 'string',
    total: 'string',
    'display_price?': 'string',
    'shipping?': 'string',
    'tax?': 'string',
  },
  tag: { text: 'string', 'tooltip?': 'string' },
} as const;

const chatProduct = {
  title: 'string',
  url: 'string',
  price: 'string',
  featured_tag: 'string',
  merchant: 'string',
  image_urls: ['string'],
  rating: 'number',
  num_reviews: 'integer',
  id: 'string',
  offers: [chatOffer],
  rating_grouped_citation: {
    title: 'string',
    url: 'string',
    supporting_websites: [{ title: 'string', url: 'string' }],
  },
} as const;

const inlineProduct = {
  product: {
    ...chatProduct,
    offers: [
      {
        ...chatOffer,
        merchant_subtitle: 'string',
        original_price: 'string',
        is_digital: 'boolean',
        checkout_payload: 'any',
        checkout_image_urls: ['string'],
        shop_id: 'string',
        provider: 'string',
      },
    ],
    position: 'integer',
    description: 'string',
    variants: 'any',
    providers: ['string'],
    provider: 'string',
    productLookupKey: { data: 'any' },
    productLookupData: { requestQuery: 'string', allIds: ['string'], metadataSources: ['string'] },
    showcaseMetadata: {
      image: { url: 'string', width: 'number', height: 'number' },
      background: { type: 'string', primary: 'string', secondary: 'string' },
      slots: 'any',
      debug: 'any',
    },
    showPriceDisclosure: 'boolean',
    analyticsMeta: { productEventUuid: 'string' },
    metadataSources: ['string'],
    productEventUuid: 'string',
    generatedProductQuery: 'string',
  },
  render_as: 'string',
  details: {
    rationale: { rationale: 'string', citations: ['any'] },
    reviews: {
      summary: 'string',
      reviews: [
        {
          source: 'string',
          theme: 'string',
          summary: 'string',
          cite: 'string',
          rating: 'number',
          num_reviews: 'number',
          cite_url: 'string',
        },
      ],
    },
  },
} as const;

export const chat = {
  ...includedFields,
  text: 'string',
  sources: [{ ...source, footnote: 'boolean', 'datePublished?': 'string' }],
  model: 'string',
  'searchQueries?': ['string'],
  'shoppingCards?': [{ tags: ['string'], products: [chatProduct] }],
  'inlineProducts?': [inlineProduct],
  'entities?': [{ type: 'string', name: 'string' }],
  'map?': [
    {
      id: 'string',
      provider: 'string',
      name: 'string',
      position: 'integer',
      address: 'string',
      latitude: 'number',
      longitude: 'number',
      categories: ['string'],
      rating: 'number',
      reviewCount: 'integer',
      description: 'string',
      phone: 'string',
      websiteUrl: 'string',
    },
  ],
  'citationPills?': [{ ...pill, datePublished: 'string', type: 'string' }],
  'ads?': [
    {
      brand: { name: 'string', url: 'string', favicon: 'string' },
      cards: [{ title: 'string', body: 'string', url: 'string', image: 'string' }],
    },
  ],
} as const;
