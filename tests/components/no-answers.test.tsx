import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { HeadlineMetrics } from '#components/overview/headline-metrics';
import { FictionalNotice, NoAnswers } from '#components/overview/no-answers';
import { FictionalBadge } from '#components/sections/section';
import { createFixedClock } from '#lib/core/time';
import { formatFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { buildMetricFilters } from '#tests/support/metric-filters';
import { buildMetric } from '#tests/support/metrics';

const period = { from: '2026-11-01', to: '2026-11-28' };
const noneMissing = { failed: 0, noAnswer: 0, unreadable: 0, notSent: 0 };

/** Returns the text of the empty state. */
function render(props: Partial<Parameters<typeof NoAnswers>[0]>): string {
  const html = renderToStaticMarkup(
    <NoAnswers
      answeredPeriod={null}
      period={period}
      isFiltered={false}
      isRunning={false}
      pausedRun={null}
      lastRun={null}
      promptsHref={null}
      isPromptPage={false}
      scheduleHref="/schedule"
      nextRunAt={null}
      {...props}
    />,
  );
  return html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}

test('suggests a run before the first one', () => {
  expect(render({})).toContain('Run your prompts once or set a schedule.');
});

test('says when a paused first run continues', () => {
  const run = {
    kind: 'manual',
    status: 'paused',
    pauseReason: 'credits',
    notSent: 40,
    itemCount: 40,
    resumableUntil: new Date('2026-11-24T06:00:00Z'),
  } as const;
  const text = render({ pausedRun: { run, href: '/runs/1' } });
  expect(text).toContain(
    'Run paused: out of credits 40 run items are waiting. They’re sent automatically if credits are available again by 24 Nov 2026, 06:00 UTC.',
  );
  expect(text).not.toContain('Run your prompts once');
});

test.each([
  [{ failed: 2 }, '2 run items failed. Failures cost no credits.'],
  [{ noAnswer: 1 }, '1 run item got no answer from the engine. View run'],
  [
    { failed: 1, unreadable: 2, notSent: 3 },
    '1 run item failed, 2 got an answer in an unknown format and 3 were not sent. Failed run items cost no credits; answers in an unknown format do.',
  ],
])('names the outcomes of a run without answers: %o', (missing, sentence) => {
  expect(render({ lastRun: { missing: { ...noneMissing, ...missing }, href: '/runs/1' } })).toContain(
    sentence,
  );
});

const mixed = {
  count: 42,
  previousCount: 0,
  engines: ['chat'],
  lastDay: '2026-11-10',
  hasLaterAnswers: true,
};

const clock = createFixedClock(new Date('2026-11-28T12:00:00Z'));

/** Returns the HTML of the badge and the notice about fictional answers. */
function renderFictional(fictional: typeof mixed | null, isFictional = false): string {
  const answerSet = { answers: 84, isFictional, fictional };
  return renderToStaticMarkup(
    <>
      <FictionalBadge answerSet={answerSet} />
      <FictionalNotice
        answerSet={answerSet}
        engineLabels={{ chat: { model: 'gpt-5.2', isFictional: false } }}
        filters={buildMetricFilters({ projectId: '', ...period, calendarPeriod: 'this-month' })}
        getHref={(filters) => `?${formatFilters(filters, clock)}`}
      />
    </>,
  );
}

test('links to the days after the last fictional answer, without a comparison', () => {
  const html = renderFictional(mixed);
  expect(html).toContain('Partly fictional');
  expect(html).toContain('42 of 84 answers in this period are fictional');
  expect(html).toContain('href="?from=2026-11-11&amp;to=2026-11-28&amp;compare=none"');
  expect(html).toContain('Show answers since 11 Nov 2026');
});

test('marks a period as fictional and shows a notice if only the comparison period has real answers', () => {
  const html = renderFictional({ ...mixed, count: 84, hasLaterAnswers: false });
  expect(html).toContain('>Fictional<');
  expect(html).toContain('All 84 answers in this period are fictional');
});

test('has no link as long as no later day has answers', () => {
  const html = renderFictional({ ...mixed, hasLaterAnswers: false });
  expect(html).toContain('Periods that start after 10 Nov 2026 don’t include them.');
  expect(html).not.toContain('href=');
});

test('shows no notice if all or none of the answers are fictional, including those of the comparison period', () => {
  expect(renderFictional(null)).toBe('');
  const html = renderFictional(null, true);
  expect(html).toContain('>Fictional<');
  expect(html).not.toContain('in this period');
});

test.each([
  ['the brand has no domain', buildMetric(0, 0), 'Fjordwing has no domain.'],
  ['there are no citations', buildMetric(0, 40), 'No citations.'],
])('says that citation share is not measured because %s', (_, citationRate, expected) => {
  const rate = buildMetric(12, 40);
  const { clusteredInterval, effectiveAnswers, grade, change } = rate;
  const quality = { clusteredInterval, effectiveAnswers, grade, change };
  const html = renderToStaticMarkup(
    <HeadlineMetrics
      headline={{
        brand: { id: 'own', name: 'Fjordwing', role: 'own', colorIndex: 0 },
        periods: { current: period, previous: null },
        runCount: 1,
        promptCount: 10,
        answers: 40,
        previousAnswers: null,
        grade,
        isFictional: false,
        triggerRate: rate,
        largestChange: null,
        visibility: rate,
        shareOfVoice: rate,
        firstPlace: rate,
        position: { ...quality, mean: 2, answers: 12 },
        citationRate,
        citationShare: buildMetric(0, 0),
        sentiment: {
          ...quality,
          value: 10,
          positive: 2,
          neutral: 1,
          negative: 1,
          classifier: 'OpenAI gpt-5-mini',
          coverage: rate,
        },
      }}
      linkContext={undefined}
    />,
  );
  const citationShare = html.slice(html.lastIndexOf('About “Citation share”'));
  expect(citationShare.slice(0, citationShare.indexOf('Sentiment'))).toContain(expected);
});
