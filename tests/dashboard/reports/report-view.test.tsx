import fc from 'fast-check';
import {
  PathParamsContext,
  SearchParamsContext,
} from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ReportView } from '#components/reports/report-view';
import type { EngineAccess } from '#lib/contract/engines';
import { processState } from '#lib/core/process-state';
import { listCalendarPeriods } from '#lib/core/time';
import { parseReportFilters } from '#lib/dashboard/reports/narrow-filters';
import { type ReportBlock, sectionKinds } from '#lib/dashboard/reports/report-blocks';
import { loadReportData, type ReportData } from '#lib/dashboard/reports/report-data';
import { listDefinitions } from '#lib/format/report-definitions';
import { current, historyArbitrary } from '#tests/dashboard/analytics/support/generated-answers';
import { ingestProject } from '#tests/dashboard/analytics/support/ingest-project';
import { startDashboard } from '#tests/support/dashboard';
import { renderInApp } from '#tests/support/render-in-app';
import { ReportFilterForm } from '../../../app/share/[token]/report-filter-form';

const dashboard = await startDashboard();
afterAll(async () => {
  processState.getEngineAccess = undefined;
  await dashboard.stop();
});

const blocks: ReportBlock[] = [
  {
    id: 'text',
    kind: 'text',
    markdown:
      '## {{brand}}\n\n<script>alert(1)</script> ![x](https://x.example/y.png) [a](javascript:alert(1))',
  },
  { id: 'quotes', kind: 'quotes', answerIds: [] },
  ...sectionKinds.map((kind) => ({ id: kind, kind, competitorId: null })),
];
let data: ReportData;

beforeAll(async () => {
  const history = fc
    .sample(historyArbitrary, { numRuns: 20, seed: 1 })
    .toSorted((a, b) => b.answers.length - a.answers.length)[0];
  if (!history) throw new Error('No history was generated.');
  const { context, projectId } = await ingestProject(dashboard, {
    ...history,
    brands: 'first',
    compare: 'previous',
  });
  processState.getEngineAccess = async (organizationId) =>
    organizationId === context.organizationId ? { chat: 'page' } : {};
  const report = { projectId, filters: `from=${current.from}&to=${current.to}` };
  data = await loadReportData(context, {
    filters: parseReportFilters({ ...report, timeZone: 'UTC' }, {}, context.clock),
    blocks,
  });
});

function render(showsNotes: boolean, changed: Partial<ReportData> = {}, isFrozen = false): string {
  return renderToStaticMarkup(
    <PathParamsContext value={{ token: 'secret' }}>
      <SearchParamsContext value={new URLSearchParams()}>
        <ReportView
          blocks={blocks}
          data={{ ...data, annotations: [], ...changed }}
          definitions={listDefinitions(data)}
          showsNotes={showsNotes}
          isFrozen={isFrozen}
          links={{
            answers: { load: () => Promise.resolve(null) },
            loadCitingAnswers: null,
            linkContext: undefined,
          }}
        />
      </SearchParamsContext>
    </PathParamsContext>,
  );
}

test('viewers of a shared report see sections and definitions, but no links to the dashboard and no exports', () => {
  const html = render(false);
  for (const title of [
    'Visibility over time',
    'Head to head',
    'Mention gaps',
    'Domains',
    'Search queries',
    'Prompts',
    'Definitions',
  ]) {
    expect(html).toContain(`>${title}</h2>`);
  }
  expect(html).toContain('How this was measured');
  expect(html).not.toContain('/projects/');
  expect(html).not.toContain('Export “');
});

test('says why sentiment has no value: no language model, no mentions, or none that the model has classified', () => {
  const { headline } = data.overview;
  const renderWith = (mentions: number, classifier: string | null) => {
    const html = render(false, {
      overview: {
        ...data.overview,
        headline: {
          ...headline,
          visibility: { ...headline.visibility, numerator: mentions },
          sentiment: { ...headline.sentiment, classifier, value: null },
        },
      },
    });
    const reasons = ['No mentions.', 'Sentiment needs a language model', 'No classified mentions.'];
    return reasons.filter((reason) => html.includes(reason));
  };
  expect(renderWith(0, 'gpt-5-mini')).toContain('No mentions.');
  expect(renderWith(3, null)).toEqual(['Sentiment needs a language model']);
  expect(renderWith(3, 'gpt-5-mini')).toEqual(['No classified mentions.']);
});

test('a frozen report keeps the sentiment of the word list and says that it is no longer used', () => {
  const { headline } = data.overview;
  const sentiment = { ...headline.sentiment, classifier: 'AFINN-165, English', value: 34 };
  const overview = { ...data.overview, headline: { ...headline, sentiment } };
  expect(render(true, { overview })).toContain('+34');
  const definitions = listDefinitions({ overview }).map(({ description }) => description);
  expect(definitions.join(' ')).toContain('wrong in about half of all sentences and is no longer used');
});

test('the legends of both charts over time state each brand’s value in the period', () => {
  const brandMetrics = data.overview.brandMetrics.map((metrics) => ({
    ...metrics,
    visibility: { ...metrics.visibility, value: 0.123 },
    shareOfVoice: { ...metrics.shareOfVoice, value: 0.987 },
  }));
  const html = render(false, { overview: { ...data.overview, brandMetrics } });
  const legends = [...html.matchAll(/<button[^>]*aria-pressed="false".*?<\/button>/g)].map(
    ([button]) => button,
  );
  for (const value of ['12%', '99%']) {
    expect(legends.filter((button) => button.includes(`>${value}<`))).toHaveLength(brandMetrics.length);
  }
});

test('text blocks cannot run scripts, load images or link to unsafe URL schemes', () => {
  const html = render(false);
  expect(html).toContain(data.overview.headline.brand.name);
  expect(html).not.toMatch(/alert\(1\)<\/script>|javascript:|x\.example\/y\.png/);
});

test('shows notes and experiments only if the share link includes them', () => {
  const annotations: ReportData['annotations'] = [
    { kind: 'note', id: 'n', day: current.to, text: 'Secret launch' },
    { kind: 'experiment', day: current.to, text: 'Secret test' },
    { kind: 'brands', day: current.to, text: 'Brands changed' },
  ];
  const shown = render(true, { annotations });
  expect(shown).toContain('Secret launch');
  expect(shown).toContain('Secret test');
  const hidden = render(false, { annotations });
  expect(hidden).toContain('Brands changed');
  expect(hidden).not.toContain('Secret');
});

test('states how engines are queried only where it is known', () => {
  const byEngine = data.overview.byEngine.slice(0, 1).map((row) => ({ ...row, isFictional: false }));
  const [row] = byEngine;
  if (!row) throw new Error('No engine answered.');
  const renderWith = (access: EngineAccess['chat'], isFrozen = false) => {
    const overview = {
      ...data.overview,
      headline: { ...data.overview.headline, isFictional: false },
      byEngine,
    };
    const engineLabels = { [row.engine]: { model: null, isFictional: false, access } };
    return render(false, { overview, engineLabels }, isFrozen);
  };
  expect(data.engineLabels).toMatchObject({ chat: { access: 'page' } });
  expect(renderWith('page')).toContain('public page, without signing in');
  expect(renderWith('page')).not.toContain('An API can answer differently');
  expect(renderWith('api')).toMatch(/API with web search.*An API can answer differently/s);
  expect(renderWith('api', true)).not.toContain('Current access');
  expect(renderWith('api', true)).toContain('An API can answer differently');
  expect(renderWith(undefined)).not.toMatch(/Current access|An API can answer differently/);
});

test('the filters of a shared report keep the calendar period that is chosen', () => {
  const renderForm = (calendarPeriod: ReportData['filters']['calendarPeriod']) =>
    renderToStaticMarkup(
      <ReportFilterForm
        token="secret"
        data={{ ...data, filters: { ...data.filters, calendarPeriod } }}
        query=""
        wholePeriod={data.filters}
        calendarPeriods={[]}
        isNarrowed
      />,
    );
  expect(renderForm('last-month')).toContain('<input type="hidden" name="period" value="last-month"/>');
  expect(renderForm(null)).not.toContain('name="period"');
});

test('the whole period of a shared report is the first choice, and keeps the other filters', () => {
  const [, period] = listCalendarPeriods(data.filters.to);
  if (!period) throw new Error('There are no calendar periods.');
  const listChoices = (part: Partial<ReportData['filters']>) =>
    renderInApp(
      <ReportFilterForm
        token="secret"
        data={{ ...data, filters: { ...data.filters, ...part } }}
        query="period=last-month&engine=chat"
        wholePeriod={data.filters}
        calendarPeriods={[period]}
        isNarrowed
      />,
    ).match(/<a[^>]*>(Whole period|Last month)<\/a>/g) ?? [];
  const [whole = '', month = ''] = listChoices({});
  expect(whole).toMatch(/aria-current="true".*href="\/share\/secret\?engine=chat"/);
  expect(month).toMatch(/href="\/share\/secret\?engine=chat&amp;period=last-month"/);
  expect(month).not.toContain('aria-current');
  const narrowed = listChoices({ from: period.from, to: period.to, calendarPeriod: 'last-month' });
  expect(narrowed.map((link) => link.includes('aria-current'))).toEqual([false, true]);
});
