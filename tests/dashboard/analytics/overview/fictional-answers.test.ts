import { randomUUID } from 'node:crypto';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ReportHeader } from '#components/reports/report-header';
import { addDays, createFixedClock } from '#lib/core/time';
import { getCompetitors } from '#lib/dashboard/analytics/competitors/competitors';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import { getSources } from '#lib/dashboard/analytics/sources/sources';
import { sumMonths } from '#lib/dashboard/ingest/sum-months';
import { getSummary } from '#lib/dashboard/metrics-api/summary';
import { loadReportData } from '#lib/dashboard/reports/report-data';
import type { Context } from '#lib/db/context';
import { composeReportEmail } from '#lib/report-emails/compose-report-email';
import {
  buildFilters,
  createProjectWithObservations,
} from '#tests/dashboard/analytics/support/observation-rollups';
import { firstDay, type Observation, periodDays } from '#tests/dashboard/analytics/support/observations';
import { openTestDatabase } from '#tests/support/database';

const db = await openTestDatabase({ max: 2 });

/** The index of the first day of the current period. */
const start = periodDays;
const answer = { prompt: 0, country: 'US', status: 'answered', ranks: [1, null, null] } as const;

/** Creates an answer of the sandbox. */
function createSandboxAnswer(day: number, changes: Partial<Observation> = {}): Observation {
  const sources = [{ domain: 'own.example', citations: 1 }];
  return {
    ...answer,
    ranks: [...answer.ranks],
    engine: 'chat',
    sources,
    day,
    provider: 'sandbox',
    ...changes,
  };
}

/** Creates the same answer of a real provider. */
const createRealAnswer = (day: number, changes: Partial<Observation> = {}): Observation =>
  createSandboxAnswer(day, { provider: 'openai', ...changes });

/** Reads the counts of fictional answers on the overview, and expects the same on the pages of competitors and sources. */
async function readFictional(context: Context, filters: MetricFilters) {
  const { headline } = await getOverview(context, filters);
  const competitors = await getCompetitors(context, filters);
  const sources = await getSources(context, filters);
  expect(competitors).toMatchObject({ isFictional: headline.isFictional, fictional: headline.fictional });
  expect(sources).toMatchObject({ isFictional: headline.isFictional, fictional: headline.fictional });
  const { answers, isFictional, fictional } = headline;
  return { answers, isFictional, fictional };
}

test('counts fictional answers even if real ones follow on the same day', async () => {
  const { context, projectId, filters } = await createProjectWithObservations(db, [
    createSandboxAnswer(start),
    createSandboxAnswer(start + 1),
    createSandboxAnswer(start + 1, { engine: 'gen', sources: [] }),
    createRealAnswer(start + 1),
    createRealAnswer(start + 1, { engine: 'gen', sources: [] }),
    createRealAnswer(start + 1, { engine: 'gen', provider: null }),
  ]);
  const expected = {
    answers: 6,
    isFictional: false,
    fictional: {
      count: 3,
      previousCount: 0,
      engines: ['chat', 'gen'],
      lastDay: addDays(firstDay, start + 1),
      hasLaterAnswers: false,
    },
  };
  expect(await readFictional(context, filters)).toEqual(expected);
  expect(await getSummary(context, { project: projectId, from: filters.from, to: filters.to })).toMatchObject(
    {
      isFictional: false,
      fictionalAnswers: 3,
    },
  );
});

test('reads the same counts from monthly sums', async () => {
  const { context, filters } = await createProjectWithObservations(db, [
    createSandboxAnswer(start),
    createRealAnswer(start),
    createRealAnswer(start + 2),
  ]);
  const quarter = { ...filters, from: '2026-03-01', to: '2026-05-31' };
  const before = await readFictional(context, quarter);
  expect(before.fictional).toMatchObject({
    count: 1,
    lastDay: addDays(firstDay, start),
    hasLaterAnswers: true,
  });
  expect(
    await sumMonths({ db, clock: createFixedClock(new Date(Date.now() + 2 * 3_600_000)) }),
  ).toBeGreaterThan(0);
  expect(await readFictional(context, quarter)).toEqual(before);
});

test('counts the comparison period separately, and returns no counts if all or none of the answers are fictional', async () => {
  const { context, projectId, filters } = await createProjectWithObservations(db, [
    createSandboxAnswer(0),
    createSandboxAnswer(1),
    createRealAnswer(start),
  ]);
  expect(await readFictional(context, filters)).toEqual({
    answers: 1,
    isFictional: false,
    fictional: { count: 0, previousCount: 2, engines: [], lastDay: null, hasLaterAnswers: false },
  });
  const uncompared = buildFilters(projectId, { compare: 'none' });
  expect(await readFictional(context, uncompared)).toEqual({
    answers: 1,
    isFictional: false,
    fictional: null,
  });
  const earlier = { ...uncompared, from: firstDay, to: addDays(firstDay, 1) };
  expect(await readFictional(context, earlier)).toEqual({ answers: 2, isFictional: true, fictional: null });
});

test('reports and their emails state the number of fictional answers', async () => {
  const { context, projectId, filters } = await createProjectWithObservations(db, [
    createSandboxAnswer(start),
    createRealAnswer(start + 1),
  ]);
  const report = { id: randomUUID(), name: 'Weekly', projectId };
  const data = await loadReportData(context, { filters, blocks: [] });
  const { paragraphs } = composeReportEmail({ report, data, appUrl: 'https://answerscope.example' }, null);
  const sentence = '1 of 2 answers in this period is fictional: it came from the sandbox.';
  expect(paragraphs[0]).toContain(sentence);
  const header = createElement(ReportHeader, { name: report.name, data, isFrozen: false, filters: '' });
  const html = renderToStaticMarkup(header);
  expect(html).toContain(sentence);
  expect(html).toContain('Partly fictional');
});
