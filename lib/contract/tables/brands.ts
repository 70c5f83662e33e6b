import { defineTable, rowType } from '#lib/contract/tables/define-table';
import {
  bestPlaceColumn,
  trackedPositionColumn,
  worstPlaceColumn,
} from '#lib/contract/tables/shared-columns';
import type { MeanMetric, Metric, SentimentMetric, TrackedBrand } from '#lib/core/metric';

export const brandRoles = ['own', 'competitor'] as const;

/** A tracked brand with its metrics. */
export interface BrandRow {
  brand: TrackedBrand;
  visibility: Metric;
  shareOfVoice: Metric;
  position: MeanMetric;
  trackedPosition?: MeanMetric;
  firstPlace: Metric;
  citationRate: Metric;
  citationShare: Metric;
  sentiment: SentimentMetric;
  /** The places in visibility that are possible: brands whose order is not clear share them. Null if they are unknown. */
  place?: { first: number; last: number } | null;
}

export const brandsTable = defineTable({
  name: 'brands',
  title: 'Brands',
  description: 'The metrics of all tracked brands, highest visibility first.',
  row: rowType<BrandRow>(),
  columns: [
    {
      key: 'brandId',
      label: 'Brand ID',
      type: 'id',
      surfaces: ['api', 'tool'],
      value: ({ brand }) => brand.id,
    },
    { key: 'brand', label: 'Brand', value: ({ brand }) => brand.name },
    {
      key: 'role',
      label: 'Role',
      oneOf: brandRoles,
      surfaces: ['file', 'api', 'tool'],
      value: ({ brand }) => brand.role,
    },
    {
      key: 'visibility',
      label: 'Visibility',
      description: 'Answers that mention the brand ÷ answers.',
      of: 'answers',
      hasChangeInFiles: true,
      metric: ({ visibility }) => visibility,
    },
    {
      key: 'place',
      label: 'Place',
      description:
        'Place in visibility: after the brands that are clearly ahead of it, and before those that are clearly behind it.',
      surfaces: ['page'],
      value: ({ place }) => place && `${place.first} to ${place.last}`,
    },
    {
      ...bestPlaceColumn,
      description:
        'The best place in visibility that is possible: 1 + the number of brands that are clearly ahead (99% interval of the difference in the same answers). Null without competitors or with fewer than 20 answers.',
    },
    {
      ...worstPlaceColumn,
      description:
        'The worst place in visibility that is possible: the number of brands − the number of those that are clearly behind.',
    },
    {
      key: 'shareOfVoice',
      label: 'Share of voice',
      description:
        'Answers that mention the brand ÷ the sum, over all tracked brands, of the answers that mention each; `value` is null without competitors.',
      of: 'brand mentions, one per brand and answer',
      metric: ({ shareOfVoice }) => shareOfVoice,
    },
    {
      key: 'position',
      label: 'Position',
      description: 'Mean rank in the answers that mention the brand.',
      mean: ({ position }) => position,
    },
    {
      key: 'firstPlace',
      label: 'First-place rate',
      description: 'Answers in which the brand ranks first ÷ answers that mention it.',
      of: 'answers that mention it',
      surfaces: ['file', 'api', 'tool'],
      metric: ({ firstPlace }) => firstPlace,
    },
    {
      key: 'citationRate',
      label: 'Citation rate',
      description: 'Answers that cite a URL of the brand ÷ answers with reported citations.',
      of: 'answers',
      metric: ({ citationRate }) => citationRate,
    },
    {
      key: 'citationShare',
      label: 'Citation share',
      description: 'Citations of the brand’s URLs ÷ all citations.',
      of: 'citations',
      surfaces: ['file', 'api', 'tool'],
      metric: ({ citationShare }) => citationShare,
    },
    {
      key: 'sentiment',
      label: 'Sentiment',
      fileLabel: 'Sentiment (−100 to 100)',
      description:
        '100 × (positive − negative) ÷ sentences that mention the brand, from −100 to 100; null without a language model of the organization.',
      sentiment: ({ sentiment }) => sentiment,
    },
    { ...trackedPositionColumn, mean: ({ trackedPosition }) => trackedPosition },
  ],
  order: { page: ['brand', 'visibility', 'place', 'shareOfVoice', 'position', trackedPositionColumn.key] },
});
