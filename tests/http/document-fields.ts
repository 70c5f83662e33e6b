import type { Engine } from '#lib/contract/engines';
import type { Shape } from './document-shape';

/** interface.md, "Resources and their fields", written out once more, from the page and nothing else. */
const source = { position: 'integer', url: 'string', label: 'string', description: 'string' } as const;
const pill = {
  label: 'string',
  citationPillId: 'integer',
  url: 'string',
  domain: 'string',
  'description?': 'string',
  position: 'integer',
} as const;
const flagged = { 'html?': 'string', 'markdown?': 'string', 'rawResponse?': ['any'] } as const;
const money = { value: 'number', currency: 'string' } as const;

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

const chat = {
  ...flagged,
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
const spot = {
  name: 'string',
  url: 'string',
  rating: 'number',
  address: ['string'],
  lat: 'number',
  lng: 'number',
  categories: ['string'],
  images: ['string'],
} as const;

const answer = {
  ...flagged,
  text: 'string',
  sources: [source],
  citationPills: [pill],
  related_queries: ['string'],
  search_model_queries: [{ query: 'string', engine: 'string', limit: 'number' }],
  videos: [media],
  images: [media],
  'hotels?': [
    {
      ...spot,
      num_reviews: 'integer',
      phone: 'string',
      description: 'string',
      image_url: 'string',
      price_level: 'string',
    },
  ],
  'places?': [{ ...spot, map_url: 'string' }],
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

const office = {
  ...flagged,
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
const video = {
  title: 'string',
  link: 'string',
  platform: 'string',
  channel: 'string',
  duration: 'string',
  thumbnail: 'string',
} as const;
const good = {
  title: 'string',
  price: money,
  store: 'string',
  thumbnail: 'string',
  product_link: 'string',
} as const;

const searchai = {
  'html?': 'string',
  'markdown?': 'string',
  text: 'string',
  sources: [source],
  citationPills: [pill],
  'places?': [{ ...place, price_level: 'string' }],
  'shopping_cards?': [
    {
      ...good,
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
  inline_products: [{ ...good, position: 'integer', old_price: money }],
  videos: [video],
  map: [{ ...place, gps_coordinates: { latitude: 'number', longitude: 'number' } }],
} as const;

/** decisions.md, "Requests": `overview` and `search`; the shape of an ad is nowhere shown. */
const overview = { text: 'string', 'markdown?': 'string', sources: [source], videos: [video] } as const;

/** The result of every engine that the sandbox plays. */
export const documentedResults: Record<Exclude<Engine, 'social'>, Shape> = {
  chat,
  gen: { ...flagged, text: 'string', sources: [source], citationPills: [pill] },
  answer,
  office,
  searchai,
  overview: { ...overview, ads: ['any'], 'html?': 'string' },
  search: {
    organicResults: [
      {
        position: 'integer',
        title: 'string',
        link: 'string',
        displayedLink: 'string',
        snippet: 'string',
        'date?': 'string',
        page: 'integer',
        'sitelinks?': [{ title: 'string', link: 'string' }],
      },
    ],
    peopleAlsoAsk: [{ question: 'string', 'snippet?': 'string', 'title?': 'string', 'link?': 'string' }],
    relatedSearches: [{ query: 'string', link: 'string' }],
    ads: ['any'],
    'overview?': overview,
    'html?': ['string'],
  },
  'search/news': {
    newsResults: [
      {
        position: 'integer',
        title: 'string',
        link: 'string',
        snippet: 'string',
        source: 'string',
        date: 'string',
        page: 'integer',
        thumbnail: 'string',
      },
    ],
    'html?': ['string'],
  },
};
