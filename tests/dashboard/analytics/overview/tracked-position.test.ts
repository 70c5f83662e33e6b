import { afterAll, expect, test } from 'vitest';
import { parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getPromptBreakdown } from '#lib/dashboard/analytics/overview/breakdown';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import { exportedTables } from '#lib/dashboard/exports/export-table';
import { ingestAnswers } from '#lib/dashboard/ingest/ingest-answers';
import { getSummary, getTimeSeries } from '#lib/dashboard/metrics-api/summary';
import { startRun } from '#lib/dashboard/runs/run-store';
import {
  buildDelivery,
  createTestProject,
  listRunItems,
  receiveDelivery,
  startDashboard,
} from '#tests/support/dashboard';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

/** In both lists, names that are not tracked are before Fjordwing. */
const answers = [
  '1. Wavecutter\n2. Fjordwing\n3. Paddlemoor',
  '1. Wavecutter\n2. Paddlemoor\n3. Riverkite\n4. Tidewright\n5. Fjordwing',
];

async function ingestLists() {
  const context = await dashboard.createContext();
  const project = await createTestProject(context, ['Which kayak is best?']);
  const run = await startRun(context, {
    projectId: project.id,
    kind: 'manual',
    engines: ['office'],
    countries: ['US'],
    samples: answers.length,
  });
  for (const [index, item] of (await listRunItems(context, run?.runId ?? '')).entries()) {
    await receiveDelivery(context, buildDelivery(item, { text: answers[index] ?? '' }));
  }
  await ingestAnswers(context);
  const filters = parseFilters(project, new URLSearchParams(), context.clock);
  return { context, project, filters };
}

test('position has the rank among tracked brands as a second value on every surface', async () => {
  const { context, project, filters } = await ingestLists();
  // Ranks 2 and 5 as a reader sees them, 1 and 2 among tracked brands.
  const expected = { position: { mean: 3.5 }, trackedPosition: { mean: 1.5, answers: 2, change: null } };
  const { headline, brandMetrics, byEngine } = await getOverview(context, filters);
  expect(headline).toMatchObject(expected);
  expect(byEngine).toMatchObject([expected]);
  expect(brandMetrics.map(({ brand, trackedPosition }) => [brand.name, trackedPosition?.mean])).toEqual([
    ['Fjordwing', 1.5],
    ['Paddlemoor', 1.5],
    ['Otterline', null],
  ]);
  expect([...(await getPromptBreakdown(context, filters)).values()]).toMatchObject([expected]);

  for (const table of ['brands', 'by-engine', 'prompts']) {
    const rows = [];
    for await (const row of (await exportedTables.get(table)?.rows(context, filters, {})) ?? [])
      rows.push(row);
    expect(rows[0]).toMatchObject({ position: 3.5, tracked_position: 1.5 });
  }

  const query = { project: project.id, compare: 'none' } as const;
  const { data } = await getSummary(context, query);
  expect(data[0]?.trackedPosition).toMatchObject({ value: 1.5, numerator: 3, denominator: 2, change: null });
  const series = await getTimeSeries(context, { project: project.id });
  expect(series.data.map(({ trackedPosition }) => trackedPosition.value)).toContain(1.5);
});
