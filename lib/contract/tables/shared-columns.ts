/** The columns that most tables of answers and run items have. */

export const promptColumn = {
  key: 'prompt',
  label: 'Prompt',
  isLong: true,
  value: ({ prompt }: { prompt: string }) => prompt,
} as const;

export const engineColumn = {
  key: 'engine',
  label: 'Engine',
  type: 'engine',
  value: ({ engine }: { engine: string }) => engine,
} as const;

export const countryColumn = {
  key: 'country',
  label: 'Country',
  value: ({ country }: { country: string }) => country,
} as const;

/** Without its value, which is the mean `trackedPosition` of a row. It is not compared with another period. */
export const trackedPositionColumn = {
  key: 'trackedPosition',
  label: 'Among tracked',
  fileLabel: 'Position among tracked brands',
  description:
    'Mean rank among tracked brands in the answers that mention the brand: names that are not tracked take no places.',
} as const;

/** The places of a row that are possible. `last` is null if it is not known how many others can be ahead. */
export interface PossiblePlaces {
  first: number;
  last: number | null;
}

/** Without its description, which says what the place is in. */
export const bestPlaceColumn = {
  key: 'bestPlace',
  label: 'Best place',
  type: 'count',
  isNullable: true,
  surfaces: ['file', 'api', 'tool'],
  value: ({ place }: { place?: PossiblePlaces | null }) => place?.first ?? null,
} as const;

/** Without its description, as `bestPlaceColumn`. */
export const worstPlaceColumn = {
  ...bestPlaceColumn,
  key: 'worstPlace',
  label: 'Worst place',
  value: ({ place }: { place?: PossiblePlaces | null }) => place?.last ?? null,
} as const;
