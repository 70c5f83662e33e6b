import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '#lib/core/permissions';
import { addDays } from '#lib/core/time';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import { addNote, deleteNote } from '#lib/dashboard/annotations/annotations';
import type { ExportedRow } from '#lib/dashboard/exports/define-table';
import { exportedTables, exportTable } from '#lib/dashboard/exports/export-table';
import { writeCsv, writeJson } from '#lib/dashboard/exports/write-file';
import { type Context, openDatabase } from '#lib/db/client';
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
import { createDatabase } from '#tests/support/database';

const database = await createDatabase();
const db = openDatabase(database.url, { max: 2 });
const columns = [
  { key: 'text', label: 'Text' },
  { key: 'count', label: 'Count' },
];

/** With the byte order mark, if it has one. */
async function read(file: Readable): Promise<string> {
  return (await buffer(file)).toString('utf8');
}

/** As a spreadsheet reads it: rows of cells, the first of them the labels. */
function readCsv(csv: string): string[][] {
  return parse(csv, { bom: true });
}

describe('a file', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc
      .tuple(fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', "'"), fc.string())
      .map((parts) => parts.join('')),
  );
  const number = fc.oneof(
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constant(null),
  );
  const rowsOf = fc.array(fc.record({ text: cell, count: number }));

  test('as CSV starts no formula, keeps every text and number, and is read as UTF-8', async () => {
    await fc.assert(
      fc.asyncProperty(rowsOf, async (rows) => {
        const csv = await read(writeCsv(columns, rows));
        expect(csv.startsWith('\uFEFFText,Count\r\n')).toBe(true);
        const [labels, ...cells] = readCsv(csv);
        expect(labels).toEqual(['Text', 'Count']);
        expect(cells).toHaveLength(rows.length);
        for (const [index, row] of rows.entries()) {
          const [text = '', count = ''] = cells[index] ?? [];
          expect(text).not.toMatch(/^[=+\-@\t\r]/);
          expect([row.text, `'${row.text}`]).toContain(text);
          expect(text).toBe(/^[=+\-@\t\r＝＋－＠]/.test(row.text) ? `'${row.text}` : row.text);
          expect(count === '' ? null : Number(count)).toBe(row.count === null ? null : row.count + 0);
        }
      }),
    );
  });

  test('as JSON is an array with every key in every row', async () => {
    await fc.assert(
      fc.asyncProperty(rowsOf, async (rows) => {
        const json = await read(writeJson(columns, rows));
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(rows)));
      }),
    );
    expect(JSON.parse(await read(writeJson(columns, [{ text: 'a' }])))).toEqual([{ text: 'a', count: null }]);
  });

  test('breaks off when its rows fail, so that half of it is not taken for the whole', async () => {
    async function* failing(): AsyncGenerator<ExportedRow> {
      yield { text: 'a', count: 1 };
      throw new Error('the database went away');
    }
    await expect(read(writeCsv(columns, failing()))).rejects.toThrow('the database went away');
    await expect(read(writeJson(columns, failing()))).rejects.toThrow('the database went away');
  });

  test('reads no further than it is taken', async () => {
    let made = 0;
    async function* endless(): AsyncGenerator<ExportedRow> {
      for (;;) {
        made += 1;
        yield { text: 'x'.repeat(1_000), count: made };
      }
    }
    for (const write of [writeCsv, writeJson]) {
      made = 0;
      const file = write(columns, endless());
      for await (const _ of file) break;
      expect(file.destroyed).toBe(true);
      expect(made).toBeLessThan(1_000);
    }
  });
});

describe('the tables of a project', () => {
  let context: Context;
  let projectId: string;
  const period = { from: firstDay, to: addDays(firstDay, dayCount - 1), compare: 'none' };
  const answered = 300;

  beforeAll(async () => {
    const market = await createObservedProject(db);
    ({ context, projectId } = market);
    const place = { organizationId: context.organizationId, projectId };
    const observations = Array.from(
      { length: answered },
      (_, index): Observation => ({
        day: index % dayCount,
        prompt: index % 6,
        engine: engines[index % 2] ?? '',
        country: 'US',
        status: 'answered',
        ranks: [index % 3 === 0 ? 1 : null, 2, null],
        sources: [{ domain: 'own.example', citations: index % 2 }],
      }),
    );
    await storeRollups(db, place, observations);
    await storeAnswers(db, place, observations);
    await storeRuns(db, place, [firstDay]);
  });
  afterAll(async () => {
    await db.$client.end();
    await database.drop();
  });

  async function rowsOf(table: string, parameters: Record<string, string> = period) {
    const file = await exportTable(context, { projectId, table, format: 'json', parameters });
    return JSON.parse(await read(file.body)) as ExportedRow[];
  }

  test.each([...exportedTables.keys()])('%s is the same as CSV and as JSON', async (table) => {
    const json = await rowsOf(table);
    const file = await exportTable(context, { projectId, table, format: 'csv', parameters: period });
    const days = exportedTables.get(table)?.ignoresPeriod ? '' : ` ${period.from} to ${period.to}`;
    expect(file.name).toBe(`Observed ${table}${days}.csv`);
    const [labels = [], ...cells] = readCsv(await read(file.body));
    expect(new Set(labels).size).toBe(labels.length);
    expect(cells).toHaveLength(json.length);
    for (const [index, row] of json.entries()) {
      const plain = (cells[index] ?? []).map((value) => value.replace(/^'(?=[=+\-@\t\r])/, ''));
      expect(plain).toEqual(Object.values(row).map((value) => String(value ?? '')));
    }
  });

  test('the headline is the one of the screen, under the filters of the address', async () => {
    const parameters = { ...period, engine: 'gen' };
    const filters = {
      projectId,
      from: period.from,
      to: period.to,
      compare: 'none' as const,
      comparedWith: null,
      engines: ['gen'],
      countries: [],
      topics: [],
      tags: [],
      promptIds: [],
      brandId: null,
      branded: 'without' as const,
    };
    const { visibility } = (await getOverview(context, filters)).headline;
    const rows = await rowsOf('headline', parameters);
    expect(rows[0]).toMatchObject({
      figure: 'Visibility',
      numerator: visibility.numerator,
      denominator: visibility.denominator,
    });
    expect(visibility.denominator).toBe(answered / 2);
  });

  test('charts over time say what happened on a day, as their flags do', async () => {
    const day = addDays(firstDay, 2);
    const editor: Context = { ...context, actor: { kind: 'member', userId: randomUUID(), role: 'editor' } };
    const { id } = await addNote(editor, { projectId, note: { day, text: '=New page' } });
    for (const table of ['visibility-over-time', 'share-of-voice-over-time', 'domain-over-time']) {
      const rows = await rowsOf(table, { ...period, domain: 'own.example' });
      expect(rows.length, table).toBeGreaterThan(1);
      for (const row of rows) expect(row.happened, table).toBe(row.day === day ? '=New page' : null);
    }
    await deleteNote(editor, { projectId, noteId: id });
  });

  test('citations of a brand without a domain are not measured, rather than 0 or no gap', async () => {
    const domains = (own: string) =>
      db.$client.query("UPDATE brands SET domains = $2 WHERE project_id = $1 AND role = 'own'", [
        projectId,
        `{${own}}`,
      ]);
    const cited = async () => {
      const [figures, standings, engine, gaps] = await Promise.all(
        ['headline', 'standings', 'by-engine', 'citation-gaps'].map((table) => rowsOf(table)),
      );
      return [
        figures?.find(({ figure }) => figure === 'Citation rate')?.value,
        standings?.find(({ role }) => role === 'own')?.citation_rate,
        engine?.[0]?.citation_rate,
        gaps?.map(({ presence }) => presence),
      ];
    };
    expect(await cited()).toEqual([0.5, 0.5, expect.any(Number), []]);
    await domains('');
    expect(await cited()).toEqual([null, null, null, ['not measured']]);
    await domains('own.example');
  });

  test('answers are all there, newest first, each once, over several pages', async () => {
    const rows = await rowsOf('answers');
    expect(rows).toHaveLength(answered);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(answered);
    const instants = rows.map(({ requested_at: at }) => String(at));
    expect(instants).toEqual(instants.toSorted().reverse());
    expect(rows[0]?.brands).toMatch(/^(Brand 0\n)?Brand 1$/);
    expect(await rowsOf('answers', { ...period, engine: 'gen' })).toHaveLength(answered / 2);
    expect(await rowsOf('answers', { ...period, country: 'JP' })).toEqual([]);
  });

  test('runs say how they went, and what failed in them why', async () => {
    const [{ id: run = '' } = {}] = await rowsOf('runs');
    const cell = {
      organization_id: context.organizationId,
      run_id: run,
      prompt_id: prompts[0]?.id,
      engine: 'chat',
      country: 'JP',
      sample: 1,
      updated_at: `${firstDay}T12:01:00Z`,
    };
    await insert(db, 'run_items', [
      { ...cell, id: randomUUID(), status: 'answered', error_code: null },
      { ...cell, id: randomUUID(), status: 'failed', error_code: 'INSUFFICIENT_CREDITS', sample: 2 },
    ]);
    expect(await rowsOf('runs')).toMatchObject([{ id: run, kind: 'manual', answered: 1, failed: 1 }]);
    const about = { ...period, run: String(run) };
    expect(await rowsOf('run-parts', about)).toEqual([
      { engine: 'chat', country: 'JP', items: 2, answered: 1, no_answer: 0, failed: 1 },
    ]);
    const failed = {
      engine: 'chat',
      country: 'JP',
      error_code: 'INSUFFICIENT_CREDITS',
      why: 'The month’s credits were used up before this prompt was sent.',
    };
    expect(await rowsOf('run-failures', about)).toMatchObject([failed]);
    expect(await rowsOf('failed')).toMatchObject([{ ...failed, run }]);
    expect(await rowsOf('failed', { ...period, engine: 'gen' })).toEqual([]);
    await expect(rowsOf('run-failures', { ...period, run: randomUUID() })).rejects.toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
    });
  });

  test('refuses links, foreign projects, unknown tables and formats before the first byte', async () => {
    const ask = (given: Partial<Parameters<typeof exportTable>[1]>, actor: Actor = context.actor) =>
      exportTable(
        { ...context, actor },
        { projectId, table: 'headline', format: 'csv', parameters: period, ...given },
      );
    await expect(ask({}, { kind: 'share', shareId: projectId })).rejects.toMatchObject({
      code: 'INSUFFICIENT_PERMISSIONS',
    });
    await expect(
      exportTable(
        { ...context, organizationId: randomUUID() },
        { projectId, table: 'headline', format: 'csv', parameters: period },
      ),
    ).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    await expect(ask({ table: 'constructor' })).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    await expect(ask({ format: 'xlsx' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  test('a file name holds nothing that a path or a header would read', async () => {
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
});
