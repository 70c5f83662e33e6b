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
  engines: ({ engine }: { engine: string }) => [engine],
} as const;

export const countryColumn = {
  key: 'country',
  label: 'Country',
  value: ({ country }: { country: string }) => country,
} as const;
