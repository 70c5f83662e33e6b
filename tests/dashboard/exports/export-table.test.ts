import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import type { Actor } from '#lib/core/permissions';
import { addDays, createFixedClock } from '#lib/core/time';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import { addNote, deleteNote } from '#lib/dashboard/annotations/annotations';
import { exportedTables, exportTable } from '#lib/dashboard/exports/export-table';
import type { ExportedRow } from '#lib/dashboard/exports/exported-table';
import type { Context } from '#lib/db/context';
import {
  createObservedProject,
  dayCount,
  engines,
  firstDay,
  insert,
  type Observation,
  prompts,
  storeAnswers,
  storeRollups,
  storeRuns,
} from '#tests/dashboard/analytics/support/observations';
import { openTestDatabase } from '#tests/support/database';
import { buildMetricFilters } from '#tests/support/metric-filters';
import { readXlsx, toInstant } from '#tests/support/read-xlsx';
import { createShareActor } from '#tests/support/reports';
import { readCsv, readFile } from './read-file';

const db = await openTestDatabase({ max: 2 });

let context: Context;
let projectId: string;
const period = { from: firstDay, to: addDays(firstDay, dayCount - 1), compare: 'none' };
const today = addDays(period.to, 3);
const answerCount = 300;
/** The day from which chat answers come from another model. */
const changedOn = 4;

beforeAll(async () => {
  const observedProject = await createObservedProject(db);
  ({ projectId } = observedProject);
  context = { ...observedProject.context, clock: createFixedClock(new Date(`${today}T12:00:00Z`)) };
  const project = { organizationId: context.organizationId, projectId };
  const observations = Array.from(
    { length: answerCount },
    (_, index): Observation => ({
      day: index % dayCount,
      prompt: index % 6,
      engine: engines[Math.floor(index / dayCount) % 2] ?? '',
      country: 'US',
      status: 'answered',
      ranks: [index % 3 === 0 ? 1 : null, 2, null],
      sources: [{ domain: 'own.example', citations: index % 2 }],
    }),
  );
  await storeRollups(db, project, observations);
  await storeAnswers(db, project, observations, ({ day, engine }) =>
    engine === 'chat' ? (day < changedOn ? 'm-1' : 'm-2') : null,
  );
  await storeRuns(db, project, [firstDay]);
});

async function readRows(table: string, parameters: Record<string, string> = period) {
  const file = await exportTable(context, { projectId, table, format: 'json', parameters });
  return JSON.parse(await readFile(file.body)) as ExportedRow[];
}

/** The period in the names of files whose rows do not depend on the filters. */
const unfiltered: Record<string, string> = { runs: ` ${today}`, 'run-breakdown': '', 'run-failures': '' };

test.each([...exportedTables.keys()])('%s has the same content as CSV and as JSON', async (table) => {
  const json = await readRows(table);
  const file = await exportTable(context, { projectId, table, format: 'csv', parameters: period });
  const days = unfiltered[table] ?? ` ${period.from} to ${period.to}`;
  expect(file.name).toBe(`Observed ${table}${days}.csv`);
  const [labels = [], ...cells] = readCsv(await readFile(file.body));
  expect(new Set(labels).size).toBe(labels.length);
  expect(cells).toHaveLength(json.length);
  for (const [index, row] of json.entries()) {
    const plain = (cells[index] ?? []).map((value) => value.replace(/^'(?=[=+\-@\t\r])/, ''));
    expect(plain).toEqual(Object.values(row).map((value) => String(value ?? '')));
  }
});

test.each([...exportedTables.keys()])('%s has the same content as XLSX and as JSON', async (table) => {
  const json = await readRows(table);
  const file = await exportTable(context, { projectId, table, format: 'xlsx', parameters: period });
  expect(file.name).toMatch(/\.xlsx$/);
  const sheet = readXlsx(await buffer(file.body));
  expect(sheet).toMatchObject({ hasFormulas: false, isHeaderFrozen: true });
  const { columns: exported = [] } = exportedTables.get(table) ?? {};
  expect(sheet.labels).toEqual(exported.map(({ label }) => label));
  expect(sheet.rows).toHaveLength(json.length);
  for (const [index, row] of json.entries()) {
    for (const [column, { key, format }] of exported.entries()) {
      const cell = sheet.rows[index]?.[column];
      const value = row[key] === '' ? null : row[key];
      const isDate = (format === 'day' || format === 'instant') && value !== null;
      if (isDate) expect(toInstant(Number(cell?.value)), key).toEqual(new Date(String(value)));
      else expect(cell?.value ?? null, key).toBe(value);
      if (format === 'percent' && value !== null) expect(cell?.format, key).toBe('0.0%');
    }
  }
});

test('exports the headline of the overview with the filters of the URL', async () => {
  const parameters = { ...period, engine: 'gen' };
  const filters = buildMetricFilters({
    projectId,
    from: period.from,
    to: period.to,
    compare: 'none',
    engines: ['gen'],
  });
  const { visibility } = (await getOverview(context, filters)).headline;
  const rows = await readRows('headline', parameters);
  expect(rows[0]).toMatchObject({
    metric: 'Visibility',
    numerator: visibility.numerator,
    denominator: visibility.denominator,
  });
  expect(visibility.denominator).toBe(answerCount / 2);
});

test('adds the annotations of each day to time series', async () => {
  const day = addDays(firstDay, 2);
  const editor: Context = { ...context, actor: { kind: 'member', userId: randomUUID(), role: 'editor' } };
  const { id } = await addNote(editor, { projectId, day, text: '=New page' });
  const annotations = new Map([
    [day, '=New page'],
    [addDays(firstDay, changedOn), 'ChatGPT switched from m-1 to m-2'],
  ]);
  for (const table of ['visibility-over-time', 'share-of-voice-over-time', 'domain-over-time']) {
    const rows = await readRows(table, { ...period, domain: 'own.example' });
    expect(rows.length, table).toBeGreaterThan(1);
    for (const row of rows) expect(row.annotations, table).toBe(annotations.get(String(row.day)) ?? null);
  }
  await deleteNote(editor, { projectId, noteId: id });
});

test('exports citations of a brand without a domain as not measured', async () => {
  const setOwnDomains = (own: string) =>
    db.$client.query("UPDATE brands SET domains = $2 WHERE project_id = $1 AND role = 'own'", [
      projectId,
      `{${own}}`,
    ]);
  const readCitationMetrics = async () => {
    const [metrics, brands, engine, gaps] = await Promise.all(
      ['headline', 'brands', 'by-engine', 'citation-gaps'].map((table) => readRows(table)),
    );
    return [
      metrics?.find(({ metric }) => metric === 'Citation rate')?.value,
      brands?.find(({ role }) => role === 'own')?.citation_rate,
      engine?.[0]?.citation_rate,
      gaps?.map(({ presence }) => presence),
    ];
  };
  expect(await readCitationMetrics()).toEqual([0.5, 0.5, expect.any(Number), []]);
  await setOwnDomains('');
  expect(await readCitationMetrics()).toEqual([null, null, null, ['not measured']]);
  await setOwnDomains('own.example');
});

test('exports all answers, each once, newest first, over several pages', async () => {
  const rows = await readRows('answers');
  expect(rows).toHaveLength(answerCount);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(answerCount);
  const instants = rows.map(({ requested_at: at }) => String(at));
  expect(instants).toEqual(instants.toSorted().reverse());
  expect(rows[0]?.brands).toMatch(/^(Brand 0\n)?Brand 1$/);
  expect(await readRows('answers', { ...period, engine: 'gen' })).toHaveLength(answerCount / 2);
  expect(await readRows('answers', { ...period, country: 'JP' })).toEqual([]);
});

test('exports the prompt and country counts of each search query', async () => {
  const row = {
    organization_id: context.organizationId,
    project_id: projectId,
    day: firstDay,
    engine: 'chat',
    query: 'best kayak',
  };
  await insert(db, 'daily_queries', [
    { ...row, prompt_id: prompts[0]?.id, country: 'US', answers: 3, mentioned: 2 },
    { ...row, prompt_id: prompts[1]?.id, country: 'US', answers: 4, mentioned: 0 },
    { ...row, prompt_id: prompts[1]?.id, country: 'JP', engine: 'gen', answers: 1, mentioned: 0 },
  ]);
  expect(await readRows('fan-out')).toMatchObject([
    {
      query: 'best kayak',
      answers: 8,
      mentioned: 0.25,
      mentioned_numerator: 2,
      mentioned_denominator: 8,
      engines: 'chat\ngen',
      prompts: 2,
      countries: 2,
    },
  ]);
  expect(await readRows('fan-out-by-prompt')).toMatchObject([
    { prompt: prompts[1]?.text, query: 'best kayak', answers: 5, mentioned_numerator: 0 },
    { prompt: prompts[0]?.text, query: 'best kayak', answers: 3, mentioned_numerator: 2 },
  ]);
});

test('exports runs with their progress and failures with their reason', async () => {
  const [{ id: runId = '' } = {}] = await readRows('runs');
  const item = {
    organization_id: context.organizationId,
    run_id: runId,
    prompt_id: prompts[0]?.id,
    engine: 'chat',
    country: 'JP',
    sample: 1,
    updated_at: `${firstDay}T12:01:00Z`,
  };
  await insert(db, 'run_items', [
    { ...item, id: randomUUID(), status: 'answered', error_code: null },
    { ...item, id: randomUUID(), status: 'failed', error_code: 'INSUFFICIENT_CREDITS', sample: 2 },
    { ...item, id: randomUUID(), status: 'no_answer', error_code: null, sample: 3 },
    { ...item, id: randomUUID(), status: 'not_sent', error_code: 'PROJECT_BUDGET_REACHED', sample: 4 },
  ]);
  await db.$client.query(`UPDATE runs SET pause_reason = 'project_budget' WHERE id = $1`, [runId]);
  expect(await readRows('runs')).toMatchObject([
    {
      id: runId,
      kind: 'manual',
      answered: 1,
      failed: 1,
      not_sent: 1,
      not_sent_because: 'project_budget',
    },
  ]);
  const parameters = { ...period, run: String(runId) };
  expect(await readRows('run-breakdown', parameters)).toEqual([
    {
      engine: 'chat',
      engine_name: 'ChatGPT',
      country: 'JP',
      items: 4,
      answered: 1,
      no_answer: 1,
      failed: 1,
      not_sent: 1,
    },
  ]);
  const failed = {
    engine: 'chat',
    country: 'JP',
    error_code: 'INSUFFICIENT_CREDITS',
    reason: 'The month’s credits were used up before this prompt was sent.',
  };
  expect(await readRows('run-failures', parameters)).toMatchObject([failed]);
  expect(await readRows('failed')).toMatchObject([{ ...failed, run: runId }]);
  expect(await readRows('failed', { ...period, engine: 'gen' })).toEqual([]);
  await expect(readRows('run-failures', { ...period, run: randomUUID() })).rejects.toMatchObject({
    code: 'RESOURCE_NOT_FOUND',
  });
});

test('rejects share links, other organizations, unknown tables and formats before the first byte', async () => {
  const exportWith = (overrides: Partial<Parameters<typeof exportTable>[1]>, actor: Actor = context.actor) =>
    exportTable(
      { ...context, actor },
      { projectId, table: 'headline', format: 'csv', parameters: period, ...overrides },
    );
  await expect(exportWith({}, createShareActor(projectId))).rejects.toMatchObject({
    code: 'INSUFFICIENT_PERMISSIONS',
  });
  await expect(
    exportTable(
      { ...context, organizationId: randomUUID() },
      { projectId, table: 'headline', format: 'csv', parameters: period },
    ),
  ).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  await expect(exportWith({ table: 'constructor' })).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  await expect(exportWith({ format: 'xls' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

test('removes characters from the file name that are special in paths or headers', async () => {
  await db.$client.query('UPDATE projects SET name = $1 WHERE id = $2', ['../Ünï\r\n"; rm', projectId]);
  const file = await exportTable(context, {
    projectId,
    table: 'headline',
    format: 'csv',
    parameters: period,
  });
  file.body.destroy();
  expect(file.name).toBe(`Ünï rm headline ${period.from} to ${period.to}.csv`);
});
