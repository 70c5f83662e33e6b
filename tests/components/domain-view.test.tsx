import {
  PathParamsContext,
  SearchParamsContext,
} from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { expect, test } from 'vitest';
import { buildDomainTrend, DomainView } from '#components/sources/domain-view';
import type { Change } from '#lib/core/metric';
import type { DomainData } from '#lib/dashboard/analytics/sources/domain';
import { buildChange, buildFirstChange, buildMetric } from '#tests/support/metrics';
import { renderInApp } from '#tests/support/render-in-app';

const brand = { id: 'own', name: 'Tarnhoof', role: 'own', colorIndex: 0 } as const;

function render(citationShareChange: Change, citationRateChange: Change): string {
  const rate = buildMetric(12, 100);
  const data: DomainData = {
    source: {
      domain: 'trail.example',
      type: 'other',
      brandId: null,
      isFictional: false,
      citations: 12,
      citationShare: rate,
      listed: rate,
      cited: rate,
      citedWhenListed: rate,
      gap: null,
      mentioned: rate,
    },
    citationShare: buildMetric(12, 100, citationShareChange),
    citationRate: buildMetric(12, 100, citationRateChange),
    listed: rate,
    citedWhenListed: rate,
    gap: null,
    citedWithoutMention: null,
    trend: [null],
    days: ['2026-11-20'],
    byEngine: [],
    prompts: [],
    promptCount: 0,
    pages: { pages: [], pageCount: 0, listingCount: 0, isTruncated: false },
  };
  return renderInApp(
    <PathParamsContext value={{ projectId: 'project' }}>
      <SearchParamsContext value={new URLSearchParams()}>
        <DomainView
          pageContext={{ projectId: 'project', query: '', brands: [brand], selectedBrand: brand }}
          data={data}
          trend={buildDomainTrend(data, '2026-11-01')}
        />
      </SearchParamsContext>
    </PathParamsContext>,
  );
}

test('says below a metric that it has no earlier answers, but only if another metric has some', () => {
  const first = buildFirstChange();
  expect(render(first, first)).not.toContain('Nothing to compare with');
  expect(render(first, buildChange('up', 0.06))).toContain('Nothing to compare with');
});
