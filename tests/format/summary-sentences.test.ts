import { expect, test } from 'vitest';
import { computeRate, type TrackedBrand } from '#lib/core/metric';
import {
  type OverviewSummaryInput,
  summarizeCompetitors,
  summarizeDomain,
  summarizeOverview,
  summarizeSources,
} from '#lib/format/summary-sentences';
import { buildChange, buildFirstChange, buildMetric } from '#tests/support/metrics';

const fourWeeks = {
  current: { from: '2026-10-24', to: '2026-11-20' },
  previous: { from: '2026-09-26', to: '2026-10-23' },
};
const oneDay = {
  current: { from: '2026-11-20', to: '2026-11-20' },
  previous: { from: '2026-11-19', to: '2026-11-19' },
};

const competitor: TrackedBrand = {
  id: 'other',
  name: 'Grumblefell',
  role: 'competitor',
  colorIndex: 1,
};
const own = { id: 'own', name: 'Tarnhoof', role: 'own', colorIndex: 0 } as const;

type CompetitorsInput = Parameters<typeof summarizeCompetitors>[0];
type CompetitorsCase = [CompetitorsInput['brandMetrics'], CompetitorsInput['mentionGaps'], string];

function summarize(input: Partial<OverviewSummaryInput>): string {
  const defaults = {
    brand: own,
    visibility: buildMetric(458, 1204),
    answers: 1204,
    periods: fourWeeks,
    largestChange: null,
  };
  return summarizeOverview({ ...defaults, ...input });
}

test.each<[string, Partial<OverviewSummaryInput>, string]>([
  ['no comparison', {}, 'Mentioned in 38% of 1,204 answers (±3 points).'],
  [
    'another brand',
    { brand: { id: 'other', name: 'Grumblefell', role: 'competitor', colorIndex: 1 } },
    'Grumblefell is mentioned in 38% of 1,204 answers (±3 points).',
  ],
  ['a low rate', { visibility: buildMetric(14, 1204) }, 'Mentioned in 1.2% of 1,204 answers (±0.8 points).'],
  [
    'no earlier answers',
    { visibility: buildMetric(458, 1204, buildFirstChange()) },
    'Mentioned in 38% of 1,204 answers (±3 points), with no answers from the 28 days before to compare with.',
  ],
  [
    'no answers the day before',
    {
      visibility: buildMetric(458, 1204, buildFirstChange()),
      periods: oneDay,
    },
    'Mentioned in 38% of 1,204 answers (±3 points), with no answers from the day before to compare with.',
  ],
  [
    'an increase',
    {
      visibility: buildMetric(458, 1204, buildChange('up', 0.06)),
      largestChange: { engine: 'gen', country: 'JP', change: buildChange('up', 0.2) },
    },
    'Mentioned in 38% of 1,204 answers (±3 points), up 6 points from the 28 days before; on Gemini in Japan, up 20 points.',
  ],
  [
    'one point less',
    {
      visibility: buildMetric(458, 1204, buildChange('down', -0.01)),
      periods: oneDay,
    },
    'Mentioned in 38% of 1,204 answers (±3 points), down 1 point from the day before.',
  ],
  [
    'a small change',
    { visibility: buildMetric(458, 1204, buildChange('up', 0.003)) },
    'Mentioned in 38% of 1,204 answers (±3 points), up 0.3 points from the 28 days before.',
  ],
  [
    'noise',
    { visibility: buildMetric(458, 1204, buildChange('no clear change', 0.02)) },
    'Mentioned in 38% of 1,204 answers (±3 points), no clear change from the 28 days before.',
  ],
  [
    'one answer',
    { visibility: buildMetric(1, 1, buildChange('too early', 0)), answers: 1 },
    'Mentioned in 100% of 1 answer (21 to 100%), with too few answers to compare with the 28 days before.',
  ],
  [
    'a changed model',
    { visibility: buildMetric(458, 1204, buildChange('not comparable', 0.06)) },
    'Mentioned in 38% of 1,204 answers (±3 points), not comparable with the 28 days before because a model changed.',
  ],
  [
    'a comparison with the year before',
    {
      visibility: buildMetric(458, 1204, buildChange('up', 0.06)),
      periods: { ...fourWeeks, previous: { from: '2025-10-24', to: '2025-11-20' } },
    },
    'Mentioned in 38% of 1,204 answers (±3 points), up 6 points from the same days a year earlier.',
  ],
  [
    'a comparison with custom dates',
    {
      visibility: buildMetric(458, 1204, buildChange('no clear change', 0.02)),
      periods: { ...fourWeeks, previous: { from: '2026-07-01', to: '2026-07-14' } },
    },
    'Mentioned in 38% of 1,204 answers (±3 points), no clear change from 1 Jul to 14 Jul 2026.',
  ],
  ['no answers', { visibility: buildMetric(0, 0), answers: 0 }, 'No answers in this period yet.'],
])('summarizes visibility with %s', (_, input, expected) => {
  expect(summarize(input)).toBe(expected);
});

test('names the engine and country with the largest clear change', () => {
  const largestChange = { engine: 'gen', country: 'JP', change: buildChange('up', 0.2) };
  const input = {
    brand: own,
    visibility: buildMetric(458, 1204),
    answers: 1204,
    periods: fourWeeks,
    largestChange,
  };
  expect(summarizeOverview(input)).toBe(
    'Mentioned in 38% of 1,204 answers (±3 points); on Gemini in Japan, up 20 points.',
  );
});

const sources = { citations: 4210, answers: 1204, domainCount: 87, brand: 'Tarnhoof' };

test.each([
  [
    'a top source and own citations',
    {
      ...sources,
      topSource: { domain: 'a.example', citationShare: computeRate(842, 4210) },
      brandCitationShare: buildMetric(253, 4210),
    },
    '1,204 answers list 87 domains and contain 4,210 citations, 20% of them of a.example; 6.0% of the citations point to domains of Tarnhoof (±0.8 points).',
  ],
  [
    'no own citations',
    {
      ...sources,
      citations: 1,
      domainCount: 1,
      answers: 1,
      topSource: null,
      brandCitationShare: buildMetric(0, 1),
    },
    '1 answer lists 1 domain and contains 1 citation; no citation points to a domain of Tarnhoof.',
  ],
  [
    'listed sources only',
    { ...sources, citations: 0, domainCount: 1, topSource: null, brandCitationShare: buildMetric(0, 0) },
    '1,204 answers list 1 domain, but cite none.',
  ],
  [
    'citations of some answers only',
    {
      ...sources,
      withReportedCitations: 602,
      citations: 0,
      domainCount: 1,
      topSource: null,
      brandCitationShare: buildMetric(0, 0),
    },
    '1,204 answers list 1 domain, but cite none. Citations are known for 602 of 1,204 answers.',
  ],
  [
    'no reported citations',
    {
      ...sources,
      withReportedCitations: 0,
      citations: 0,
      domainCount: 1,
      topSource: null,
      brandCitationShare: buildMetric(0, 0),
    },
    '1,204 answers list 1 domain. Citations are not reported for these answers.',
  ],
])('summarizes sources with %s', (_, input, expected) => {
  expect(summarizeSources(input)).toBe(expected);
});

test('summarizes how often a domain is cited', () => {
  const metrics = {
    citationShare: buildMetric(50, 1000),
    citationRate: buildMetric(120, 1204),
    listed: buildMetric(301, 1204),
  };
  expect(summarizeDomain(metrics)).toBe(
    'Cited in 10% of 1,204 answers (±2 points) and listed in 25%; 5.0% of all citations.',
  );
  expect(summarizeDomain({ ...metrics, citationRate: buildMetric(0, 1204) })).toBe(
    'Never cited in 1,204 answers, but listed in 25%.',
  );
  expect(
    summarizeDomain({ ...metrics, citationShare: buildMetric(0, 0), citationRate: buildMetric(0, 0) }),
  ).toBe('Listed in 25% of 1,204 answers (±3 points). Citations are not reported for these answers.');
  const change = buildFirstChange();
  const first = { citationShare: { ...metrics.citationShare, change } };
  expect(summarizeDomain({ ...metrics, ...first })).toContain(
    'There are no earlier answers to compare with.',
  );
});

const first = { first: 1, last: 1, of: 2 };
const second = { first: 2, last: 2, of: 2 };

test.each<[string, ...CompetitorsCase]>([
  [
    'a competitor ahead',
    [
      { brand: competitor, visibility: buildMetric(500, 1000), place: first, standing: 'ahead' },
      { brand: own, visibility: buildMetric(330, 1000), place: second },
    ],
    { missingOnAllEnginesCount: 4, promptCount: 30 },
    'Grumblefell is mentioned most, in 50% of 1,000 answers (±3 points), ahead of Tarnhoof with 33%. You’re 2nd of 2 brands, behind Grumblefell. For 4 of 30 prompts, the answers mention another tracked brand but never Tarnhoof.',
  ],
  [
    'the project’s own brand ahead',
    [
      { brand: own, visibility: buildMetric(500, 1000), place: first },
      { brand: competitor, visibility: buildMetric(330, 1000), place: second, standing: 'behind' },
    ],
    { missingOnAllEnginesCount: 0, promptCount: 30 },
    'Tarnhoof is mentioned most, in 50% of 1,000 answers (±3 points), ahead of Grumblefell with 33%. You’re 1st of 2 brands. For every prompt whose answers mention another tracked brand, at least one answer mentions Tarnhoof.',
  ],
  [
    'a clear lead of less than a point',
    [
      { brand: own, visibility: buildMetric(332, 1000), place: first },
      { brand: competitor, visibility: buildMetric(329, 1000), place: second, standing: 'behind' },
    ],
    { missingOnAllEnginesCount: 0, promptCount: 30 },
    'Tarnhoof is mentioned most, in 33.2% of 1,000 answers (±3 points), ahead of Grumblefell with 32.9%. You’re 1st of 2 brands. For every prompt whose answers mention another tracked brand, at least one answer mentions Tarnhoof.',
  ],
  [
    'a tie',
    [
      { brand: own, visibility: buildMetric(350, 1000), place: { first: 1, last: 2, of: 2 } },
      { brand: competitor, visibility: buildMetric(329, 1000), standing: 'tied' },
    ],
    { missingOnAllEnginesCount: 0, promptCount: 30 },
    'Tarnhoof and Grumblefell are tied: mentioned in 35% and 33% of 1,000 answers (±3 points). You’re tied with the other brand. For every prompt whose answers mention another tracked brand, at least one answer mentions Tarnhoof.',
  ],
  [
    'few answers',
    [
      { brand: own, visibility: buildMetric(7, 10), place: null },
      { brand: competitor, visibility: buildMetric(3, 10), place: null, standing: null },
    ],
    { missingOnAllEnginesCount: 0, promptCount: 30 },
    'Tarnhoof is mentioned in 70% and Grumblefell in 30% of 10 answers; too early to say which is ahead. For every prompt whose answers mention another tracked brand, at least one answer mentions Tarnhoof.',
  ],
  [
    'no competitors',
    [{ brand: own, visibility: buildMetric(1, 1) }],
    { missingOnAllEnginesCount: 0, promptCount: 1 },
    'Tarnhoof is mentioned in 100% of 1 answer (21 to 100%); no competitors are tracked yet.',
  ],
  [
    'no mentions',
    [
      { brand: own, visibility: buildMetric(0, 42) },
      { brand: competitor, visibility: buildMetric(0, 42) },
    ],
    { missingOnAllEnginesCount: 0, promptCount: 7 },
    'No tracked brand is mentioned (42 answers).',
  ],
  [
    'no answers',
    [{ brand: own, visibility: buildMetric(0, 0) }],
    { missingOnAllEnginesCount: 0, promptCount: 0 },
    'No answers in this period yet.',
  ],
])('summarizes competitors with %s', (_, brandMetrics, mentionGaps, expected) => {
  expect(summarizeCompetitors({ brand: own, brandMetrics, mentionGaps })).toBe(expected);
});
