/** A kind of place people look for, and invented houses of it, each with the first part of its domain. */
export interface PlaceKind {
  category: string;
  asks: RegExp;
  houses: [name: string, domain: string][];
  priceLevel: string;
}

export const placeKinds: readonly PlaceKind[] = [
  {
    category: 'Coffee shop',
    asks: /\b(coffee ?shops?|cafes?|coffee|kaffee)\b|喫茶|カフェ/u,
    houses: [
      ['The Second Sip', 'thesecondsip'],
      ['Crema & Circumstance', 'cremaandcircumstance'],
      ['Kettle Parade', 'kettleparade'],
      ['The Quiet Spoon', 'thequietspoon'],
    ],
    priceLevel: '$',
  },
  {
    category: 'Bar',
    asks: /\b(bars?|pubs?|beer|wine|cocktails?)\b|居酒屋/u,
    houses: [
      ['The Startled Otter', 'startledotter'],
      ['Last Round But Two', 'lastroundbuttwo'],
      ['The Upright Barrel', 'uprightbarrel'],
      ['Vermouth & Verse', 'vermouthandverse'],
    ],
    priceLevel: '$$',
  },
  {
    category: 'Museum',
    asks: /\b(museums?|galler(y|ies)|things to do|sightseeing|attractions?|itinerary)\b|美術館|博物館/u,
    houses: [
      ['Museum of Minor Inventions', 'museumofminorinventions'],
      ['Gallery of Unfinished Things', 'galleryofunfinishedthings'],
      ['House of Old Weather', 'houseofoldweather'],
      ['The Button Archive', 'buttonarchive'],
    ],
    priceLevel: '$',
  },
  {
    category: 'Gym',
    asks: /\b(gyms?|fitness|yoga)\b/u,
    houses: [
      ['Heave & Hum', 'heaveandhum'],
      ['The Patient Dumbbell', 'patientdumbbell'],
      ['Stretchworks', 'stretchworks-gym'],
    ],
    priceLevel: '$$',
  },
  {
    category: 'Pharmacy',
    asks: /\b(pharmac(y|ies)|chemist|apotheke|pharmacie)\b|薬局/u,
    houses: [
      ['Pestle & Pigeon', 'pestleandpigeon'],
      ['The Calm Chemist', 'calmchemist'],
      ['Lozenge Lane', 'lozengelane'],
    ],
    priceLevel: '$',
  },
  {
    category: 'Restaurant',
    asks: /\b(restaurants?|pizza|dinner|lunch|brunch|breakfast|eat|food|sushi|ramen)\b|レストラン|食べ/u,
    houses: [
      ['The Polite Turnip', 'politeturnip'],
      ['Soup & Circumflex', 'soupandcircumflex'],
      ['Fork in the River', 'forkintheriver'],
      ['The Ninth Dumpling', 'ninthdumpling'],
    ],
    priceLevel: '$$',
  },
];

/** Invented hotels: the same houses stand in every town. */
export const hotelHouses: readonly [name: string, domain: string, priceLevel: string, about: string][] = [
  [
    'The Drowsy Heron',
    'drowsyheron',
    '$$',
    'Quiet rooms above a courtyard, and a heron that nobody has seen awake.',
  ],
  [
    'Hotel Umbrella Stand',
    'hotelumbrellastand',
    '$$$',
    'A town house with deep baths and a loan umbrella for every guest.',
  ],
  ['Pillow & Post', 'pillowandpost', '$', 'Plain, clean rooms by the station, with breakfast until noon.'],
  [
    'The Marzipan Grand',
    'marzipangrand',
    '$$$$',
    'Tall ceilings, slow lifts and the best marzipan in the invented world.',
  ],
  ['Three Lanterns Inn', 'threelanterns', '$$', 'A family inn with wooden floors and a small garden.'],
  [
    'Bunkhouse Number Four',
    'bunkhousefour',
    '$',
    'Bunks, lockers and a kitchen that is cleaner than it looks.',
  ],
];
