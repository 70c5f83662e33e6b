import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { formatContentDisposition, formatFileName, formatFileTime } from '#lib/core/file-name';
import type { Actor } from '#lib/core/permissions';
import { createFixedClock, systemClock } from '#lib/core/time';
import { parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { createExperiment } from '#lib/dashboard/experiments/experiments';
import { exportTable } from '#lib/dashboard/exports/export-table';
import { labelAnswerFilters, labelFilters } from '#lib/dashboard/exports/label-filters';
import { listRuns } from '#lib/dashboard/runs/list-runs';
import type { Context } from '#lib/db/context';
import {
  brandIds,
  createObservedProject,
  firstDay,
  ownBrandId,
  prompts,
  storeRuns,
} from '#tests/dashboard/analytics/support/observations';
import { openTestDatabase } from '#tests/support/database';
import { noon } from '#tests/support/owners';
import { createShareActor } from '#tests/support/reports';

const db = await openTestDatabase({ max: 2 });
const { context, projectId } = await createObservedProject(db);
const atNoon: Context = { ...context, clock: createFixedClock(noon) };
const days = { from: '2026-10-01', to: '2026-10-31' };

async function nameFile(query: string, actor: Actor = context.actor): Promise<string> {
  const parameters = new URLSearchParams(query);
  const filters = parseFilters({ id: projectId, timeZone: 'UTC' }, parameters, systemClock);
  const labels = [...labelAnswerFilters(parameters), ...(await labelFilters({ ...context, actor }, filters))];
  return formatFileName({ subject: 'Kayaks', table: 'answers', period: days, labels, extension: 'csv' });
}

async function nameTable(table: string, parameters: Record<string, string>) {
  const file = await exportTable(atNoon, {
    projectId,
    table,
    format: 'csv',
    parameters: { ...days, ...parameters },
  });
  file.body.destroy();
  return file.name;
}

test.each([
  ['', ''],
  ['days=7&compare=none', ''],
  ['period=last-month', ''],
  ['engine=gen&country=DE', ' gen DE'],
  ['engine=search/news&topic=Price', ' search news Price'],
  ['country=DE&country=FR&country=JP&country=US', ' 4 countries'],
  [`brand=${brandIds[1]}&branded=only`, ' Brand 1 only branded'],
  [`brand=${ownBrandId}`, ''],
  [`prompt=${prompts[0]?.id}`, ' Prompt 1'],
  [`prompt=${prompts[0]?.id}&prompt=${prompts[1]?.id}`, ' 2 prompts'],
  [`prompt=${ownBrandId}`, ' 1 prompt'],
  ['status=failed', ' failed'],
  ['cites=Trail-maps.example', ' cites Trail-maps.example'],
  ['lists=trail.example&fanout=best kayak', ' best kayak lists trail.example'],
  [`words=../"is light&mentioned=${brandIds[1]}`, ' is light filtered'],
])('names a file with the filters of %s', async (query, filters) => {
  expect(await nameFile(query)).toBe(`Kayaks answers 2026-10-01 to 2026-10-31${filters}.csv`);
});

test('names the file of a table with everything that its rows depend on', async () => {
  const editor: Context = { ...context, actor: { kind: 'member', userId: randomUUID(), role: 'editor' } };
  const { id: experiment } = await createExperiment(editor, {
    projectId,
    name: 'Shorter titles',
    changedOn: '2026-10-04',
    description: 'Titles of product pages',
    promptIds: [prompts[0]?.id ?? ''],
  });
  await storeRuns(db, { organizationId: context.organizationId, projectId }, [firstDay]);
  const [{ id: run = '' } = {}] = await listRuns(context, { projectId });
  const period = `${days.from} to ${days.to}`;
  const names = await Promise.all([
    nameTable('domain-pages', { domain: 'own.example', engine: 'gen' }),
    nameTable('head-to-head', { competitor: brandIds[1] ?? '' }),
    nameTable('experiments', { experiment }),
    nameTable('experiment-by-day', { experiment }),
    nameTable('fan-out', { words: 'best kayak' }),
    // `words`, `status` and `domain` do not filter the next two tables.
    nameTable('fan-out-by-prompt', { words: 'best kayak', status: 'failed', domain: 'own.example' }),
    nameTable('failed', { words: 'best kayak', status: 'failed' }),
    nameTable('answers', { words: 'best kayak', run: run }),
    nameTable('runs', { engine: 'gen' }),
    nameTable('run-breakdown', { run: run, engine: 'gen' }),
    nameTable('run-failures', { run: run }),
    nameTable('headline', { prompt: prompts[0]?.id ?? '' }),
  ]);
  expect(names).toEqual([
    `Observed domain-pages ${period} own.example gen.csv`,
    `Observed head-to-head ${period} Brand 1.csv`,
    `Observed experiments ${period} Shorter titles.csv`,
    `Observed experiment-by-day ${period} Shorter titles.csv`,
    `Observed fan-out ${period} best kayak.csv`,
    `Observed fan-out-by-prompt ${period}.csv`,
    `Observed failed ${period}.csv`,
    `Observed answers ${period} best kayak filtered.csv`,
    `Observed runs 2026-11-21.csv`,
    `Observed run-breakdown ${firstDay} 12-00 UTC.csv`,
    `Observed run-failures ${firstDay} 12-00 UTC.csv`,
    `Observed headline ${period} Prompt 1.csv`,
  ]);
});

test('does not reveal the text of a prompt to the viewer of a share link', async () => {
  const name = await nameFile(`prompt=${prompts[0]?.id}`, createShareActor(projectId));
  expect(name).toBe('Kayaks answers 2026-10-01 to 2026-10-31 1 prompt.csv');
});

test('keeps the name short enough for every file system', async () => {
  const topics = Array.from({ length: 3 }, (_, index) => `topic=${index}${'ü'.repeat(80)}`).join('&');
  const name = await nameFile(`${topics}&words=${'é'.repeat(200)}&status=failed&branded=only&engine=gen`);
  expect(name).toContain(` failed ${'é'.repeat(60)} gen only branded.csv`);
  // At most 200 bytes and the extension.
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(204);
});

test.each([
  [{ from: '2026-10-01', to: '2026-10-01' }, 'ledger 2026-10-01.zip'],
  [{ from: '2026-10-01' }, 'ledger from 2026-10-01.zip'],
  [{ to: formatFileTime(new Date('2026-10-01T14:05:59Z')) }, 'ledger to 2026-10-01 14-05 UTC.zip'],
  [{}, 'ledger.zip'],
])('names a file with the period %j', (period, name) => {
  expect(formatFileName({ subject: '#', table: 'ledger', period, labels: [], extension: 'zip' })).toBe(name);
});

test('a name can be sent in a header, in ASCII and in UTF-8', () => {
  const parts = { table: '', period: null, labels: [], extension: 'pdf' };
  expect(formatContentDisposition('inline', formatFileName({ subject: 'Zürich "日本"', ...parts }))).toBe(
    `inline; filename="Zurich __.pdf"; filename*=UTF-8''Z%C3%BCrich%20%E6%97%A5%E6%9C%AC.pdf`,
  );
  // The limit would cut the 30th of these characters, a surrogate pair, in half.
  const cut = formatFileName({ subject: `a${'𠮷'.repeat(40)}`, ...parts });
  expect(cut).toBe(`a${'𠮷'.repeat(29)}.pdf`);
  expect(formatContentDisposition('attachment', cut)).toContain('filename*=UTF-8');
  expect(formatFileName({ subject: '🛶', ...parts })).toBe('export.pdf');
});
