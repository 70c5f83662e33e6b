import type { ReportBlock, SectionKind } from '#lib/dashboard/reports/report-blocks';

/** The names of sections in the editor of a report. */
const sectionLabels: Readonly<Record<SectionKind, string>> = {
  headline: 'Headline metrics',
  'visibility-over-time': 'Visibility over time',
  'share-of-voice-over-time': 'Share of voice over time',
  brands: 'Brands',
  'by-engine': 'By engine',
  'by-country': 'By country',
  'by-engine-and-country': 'Visibility by engine and country',
  'top-sources': 'Top sources',
  'latest-answers': 'Latest answers',
  'share-of-voice-by-mentions': 'Share of voice by mention counts',
  positions: 'Positions',
  'head-to-head': 'Head to head',
  'mention-gaps': 'Mention gaps',
  'citation-gaps': 'Citation gaps',
  domains: 'Domains',
  'source-types': 'Domains by type',
  'source-gaps': 'Source gaps',
  'source-flow': 'Citation flow',
  stability: 'Stability',
  'fan-out': 'Search queries',
  'fan-out-engines': 'Search queries by engine',
  prompts: 'Prompts',
};

/** The sections that compare with a chosen competitor. */
export const comparingKinds: readonly SectionKind[] = ['head-to-head', 'positions'];

/** Labels a block: "Text", "Selected answers" or the name of its section. */
export function labelBlock({ kind }: Pick<ReportBlock, 'kind'>): string {
  if (kind === 'text') return 'Text';
  return kind === 'quotes' ? 'Selected answers' : sectionLabels[kind];
}
