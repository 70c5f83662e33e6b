import { expect, test } from 'vitest';
import { addDays, listDays } from '#lib/core/time';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import {
  createObservedProject,
  dayCount,
  firstDay,
  ownBrandId,
  periodDays,
  storeAnswers,
  storeRollups,
  storeRuns,
} from '#tests/dashboard/analytics/support/observations';
import {
  buildTwoPeriodFilters,
  observeEverySegment,
} from '#tests/dashboard/analytics/support/observe-every-segment';
import { openTestDatabase } from '#tests/support/database';

const db = await openTestDatabase({ max: 2 });
const days = listDays(firstDay, addDays(firstDay, dayCount - 1));

test('an engine whose model changed between the periods is not comparable', async () => {
  const observed = await createObservedProject(db);
  const project = { organizationId: observed.context.organizationId, projectId: observed.projectId };
  const observations = observeEverySegment(({ day }) => day >= periodDays);
  await storeRollups(db, project, observations);
  await storeRuns(db, project, days);
  await storeAnswers(db, project, observations, ({ engine, day }) =>
    engine === 'gen' && day >= periodDays ? 'gen-2' : `${engine}-1`,
  );
  const { byEngine } = await getOverview(observed.context, buildTwoPeriodFilters(observed.projectId));
  const changes = byEngine.map(({ engine, previousModel, currentModel, visibility }) => [
    engine,
    previousModel,
    currentModel,
    visibility.change?.verdict,
    visibility.change?.reason,
  ]);
  expect(changes).toEqual([
    ['chat', 'chat-1', 'chat-1', 'up', null],
    ['gen', 'gen-1', 'gen-2', 'not comparable', 'models changed'],
  ]);
});

test('leaves engines whose model changed out of changes, unless they are most of what is compared', async () => {
  const observed = await createObservedProject(db);
  const project = { organizationId: observed.context.organizationId, projectId: observed.projectId };
  // Chat starts to mention the brand in all prompts but one. Gen stops mentioning it, but its model changes too.
  const observations = observeEverySegment(({ day, engine, prompt }) =>
    engine === 'chat' ? day >= periodDays && prompt > 0 : day < periodDays,
  );
  await storeRollups(db, project, observations);
  await storeRuns(db, project, days);
  await storeAnswers(db, project, observations, ({ engine, day }) =>
    engine === 'gen' && day >= periodDays ? 'gen-2' : `${engine}-1`,
  );
  const pooled = {
    previous: 0,
    current: expect.closeTo(50 / 60, 9),
    segments: 12,
    // Of the three weekdays that are in both periods.
    currentAnswers: 36,
    previousAnswers: 36,
    excludedEngines: ['gen'],
  };
  const overview = await getOverview(observed.context, buildTwoPeriodFilters(observed.projectId));
  expect(overview.headline.visibility.change).toMatchObject({ ...pooled, verdict: 'up' });
  // The metric itself covers all answers.
  expect(overview.headline.visibility).toMatchObject({ numerator: 50, denominator: 120 });
  const ownMetrics = overview.brandMetrics.find(({ brand }) => brand.id === ownBrandId);
  expect(ownMetrics?.visibility.change).toMatchObject(pooled);
  // A country has fewer than 20 answers on the weekdays that are in both periods.
  for (const { visibility } of overview.byCountry)
    expect(visibility.change).toMatchObject({
      verdict: 'not comparable',
      reason: 'weekdays differ',
      excludedEngines: ['gen'],
    });
  const filtered = await getOverview(observed.context, {
    ...buildTwoPeriodFilters(observed.projectId),
    engines: ['gen'],
  });
  const changed = { difference: null, interval: null, verdict: 'not comparable', reason: 'models changed' };
  expect(filtered.headline.visibility.change).toMatchObject(changed);
  expect(filtered.brandMetrics.find(({ brand }) => brand.id === ownBrandId)?.visibility.change).toMatchObject(
    changed,
  );
});
