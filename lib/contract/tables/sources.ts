import { defineTable, rowType } from '#lib/contract/tables/define-table';
import { bestPlaceColumn, type PossiblePlaces, worstPlaceColumn } from '#lib/contract/tables/shared-columns';
import { toApiVerdict } from '#lib/contract/tables/to-api-metric';
import type { Metric, Rate } from '#lib/core/metric';

/** The types of domains. */
export const sourceTypes = [
  'own',
  'competitor',
  'news',
  'reviews',
  'forum',
  'social',
  'video',
  'encyclopedia',
  'shop',
  'government',
  'education',
  'other',
] as const;

/** A domain that answers list or cite. */
export interface SourceRow {
  domain: string;
  type: (typeof sourceTypes)[number];
  /** The tracked brand that owns it; null if none does. */
  brandId: string | null;
  /** Null if it is unknown, because no provider reported citations. */
  citations: number | null;
  citationShare: Metric;
  listed: Rate;
  cited: Rate;
  citedWhenListed: Rate;
  /** The places by citation share that are possible. `last` is null if it is unknown; all of it is null for less cited domains. */
  place?: PossiblePlaces | null;
  /** Null if a competitor is selected. */
  mentioned: Rate | null;
  /** Null if a competitor is selected. */
  gap: Rate | null;
}

const domainColumn = {
  key: 'domain',
  label: 'Domain',
  value: ({ domain }: Pick<SourceRow, 'domain'>) => domain,
} as const;

const typeColumn = {
  key: 'type',
  label: 'Type',
  oneOf: sourceTypes,
  value: ({ type }: Pick<SourceRow, 'type'>) => type,
} as const;

const citationsColumn = {
  key: 'citations',
  label: 'Citations',
  description: 'Null if there are answers, but no provider reported citations.',
  type: 'count',
  isNullable: true,
  value: ({ citations }: Pick<SourceRow, 'citations'>) => citations,
} as const;

const citationShareColumn = {
  key: 'citationShare',
  label: 'Citation share',
  description: 'Citations of the domain ÷ all citations.',
  of: 'citations',
} as const;

const citedColumn = {
  key: 'cited',
  label: 'Cited in',
  description: 'Answers that cite the domain ÷ answers with reported citations.',
  of: 'answers',
  rate: ({ cited }: Pick<SourceRow, 'cited'>) => cited,
} as const;

const listedColumn = {
  key: 'listed',
  label: 'Listed in',
  description: 'Answers that list or cite the domain ÷ answers.',
  of: 'answers',
  rate: ({ listed }: Pick<SourceRow, 'listed'>) => listed,
} as const;

export const topSourcesTable = defineTable({
  name: 'top-sources',
  title: 'Top sources',
  description: 'The most cited domains.',
  row: rowType<
    Pick<SourceRow, 'domain' | 'type' | 'citations' | 'cited' | 'listed'> & { citationShare: Rate }
  >(),
  columns: [
    domainColumn,
    typeColumn,
    { ...citationShareColumn, rate: ({ citationShare }) => citationShare },
    citationsColumn,
    citedColumn,
    listedColumn,
  ],
});

export const sourcesTable = defineTable({
  name: 'sources',
  title: 'Domains',
  description: 'The domains that answers list or cite, the most cited first.',
  row: rowType<SourceRow>(),
  columns: [
    domainColumn,
    typeColumn,
    {
      key: 'ownerId',
      label: 'Owner',
      description: 'ID of the tracked brand that the domain belongs to.',
      type: 'id',
      isNullable: true,
      surfaces: ['api'],
      value: ({ brandId }) => brandId,
    },
    { ...citationsColumn, surfaces: ['file', 'api', 'tool'] },
    { ...citationShareColumn, metric: ({ citationShare }) => citationShare },
    {
      key: 'place',
      label: 'Place',
      description:
        'Place in citation share: after the domains that are clearly ahead of it, and before those that are clearly behind it.',
      surfaces: ['page'],
      value: ({ place }) =>
        place && (place.last === null ? `${place.first} or lower` : `${place.first} to ${place.last}`),
    },
    {
      ...bestPlaceColumn,
      description:
        'The best place in citation share that is possible: 1 + the number of domains whose 95% interval lies above its own. Null unless it is one of the 50 most cited domains.',
    },
    {
      ...worstPlaceColumn,
      description:
        'The worst place in citation share that is possible. Null if less cited domains could be ahead, and unless it is one of the 50 most cited domains.',
    },
    {
      ...citedColumn,
      tool: {
        citingAnswers: ({ cited }) => (cited.denominator === 0 ? null : cited.numerator),
        answers: ({ cited }) => cited.denominator,
      },
    },
    { ...listedColumn, surfaces: ['page', 'file', 'api'] },
    {
      key: 'citedWhenListed',
      label: 'Cited when listed',
      description: 'Answers that cite the domain ÷ answers with reported citations that list or cite it.',
      of: 'answers that list it',
      surfaces: ['page', 'file', 'api'],
      rate: ({ citedWhenListed }) => citedWhenListed,
    },
    {
      key: 'mentioned',
      label: 'Mention rate',
      description:
        'Answers that cite the domain and mention the brand ÷ answers that cite the domain; null unless the brand is the project’s own.',
      of: 'answers that cite it',
      isNullable: true,
      surfaces: ['api'],
      rate: ({ mentioned }) => mentioned,
    },
    {
      key: 'gap',
      label: 'Gap rate',
      description:
        'Answers that cite the domain and mention only competitors ÷ answers that cite the domain; null unless the brand is the project’s own.',
      of: 'answers that cite it',
      isNullable: true,
      rate: ({ gap }) => gap,
      tool: {
        gapAnswers: ({ gap }) => gap?.numerator,
        verdict: ({ citationShare: { change } }) => change && toApiVerdict(change),
      },
    },
  ],
  order: { api: ['domain', 'type', 'ownerId', 'citations', 'citationShare', 'listed', 'cited'] },
});
