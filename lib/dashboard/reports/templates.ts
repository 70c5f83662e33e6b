import type { ReportBlock, SectionKind } from '#lib/dashboard/reports/report-blocks';

interface ReportTemplate {
  name: string;
  /** One sentence about its purpose. */
  description: string;
  blocks: readonly ReportBlock[];
}

const section = (kind: SectionKind): ReportBlock => ({ id: kind, kind, competitorId: null });
const text = (id: string, markdown: string): ReportBlock => ({ id, kind: 'text', markdown });

/** The blocks of the report that is created when a member shares the overview page. */
export const overviewBlocks: readonly ReportBlock[] = [
  section('headline'),
  section('visibility-over-time'),
  section('share-of-voice-over-time'),
  section('brands'),
  section('by-engine'),
  section('by-country'),
  section('by-engine-and-country'),
  section('top-sources'),
  section('latest-answers'),
];

/** The keys of the templates, in the order they are offered. */
export const templateKeys = ['monthly-review', 'competitor-brief', 'source-plan', 'executive'] as const;
export type TemplateKey = (typeof templateKeys)[number];

/** The reports to start from, by key. */
export const reportTemplates: Readonly<Record<TemplateKey, ReportTemplate>> = {
  'monthly-review': {
    name: 'Monthly review',
    description: 'What changed since the previous period: metrics, engines, countries and sources.',
    blocks: [
      text(
        'summary',
        '## Summary\n\n{{brand}} was mentioned in **{{visibility}}** of {{answers}} answers (change: {{visibility.change}}; comparison: {{comparison}}). Its share of voice was {{share_of_voice}}.',
      ),
      section('headline'),
      section('visibility-over-time'),
      section('brands'),
      section('by-engine'),
      section('by-country'),
      section('top-sources'),
      text('next', '## Next steps\n\n1. …'),
    ],
  },
  'competitor-brief': {
    name: 'Competitor brief',
    description: 'How often competitors are mentioned compared with you, and where.',
    blocks: [
      text('summary', '## Summary\n\n{{brand}} has a share of voice of {{share_of_voice}} ({{period}}).'),
      section('share-of-voice-over-time'),
      section('brands'),
      section('by-engine-and-country'),
    ],
  },
  'source-plan': {
    name: 'Source plan',
    description: 'The sites that answers rely on, and how often they are cited.',
    blocks: [
      text(
        'summary',
        '## Summary\n\n{{citation_rate}} of the answers cited {{brand}}, which received {{citation_share}} of all citations.',
      ),
      section('top-sources'),
      text('next', '## Plan\n\n| Site | Step | Owner |\n| --- | --- | --- |\n| … | … | … |'),
    ],
  },
  executive: {
    name: 'Executive summary',
    description: 'A one-page summary that takes a minute to read.',
    blocks: [
      text(
        'summary',
        '{{brand}} was mentioned in **{{visibility}}** of {{answers}} AI answers ({{period}}). Change in visibility: {{visibility.change}} (comparison period: {{comparison}}).',
      ),
      section('headline'),
      section('visibility-over-time'),
      section('brands'),
    ],
  },
};
