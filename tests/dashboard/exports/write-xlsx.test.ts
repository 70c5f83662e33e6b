import { monitorEventLoopDelay } from 'node:perf_hooks';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ExportedRow } from '#lib/dashboard/exports/exported-table';
import type { ExportedColumn } from '#lib/dashboard/exports/file-columns';
import { writeXlsx } from '#lib/dashboard/exports/write-xlsx';
import { readXlsx, toInstant } from '#tests/support/read-xlsx';

const columns = [
  { key: 'text', label: 'Text' },
  { key: 'count', label: 'Count' },
];

const writeAndRead = async (
  rows: Iterable<ExportedRow>,
  writtenColumns: readonly ExportedColumn[] = columns,
) => readXlsx(await buffer(writeXlsx(writtenColumns, rows)));

test('keeps every text and number, and has no formulas', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('__proto__', 'constructor', '_x0041_', '_x005F_x0041_', '\r\n\t', ']]>&amp;<c>"'),
    fc
      .tuple(fc.constantFrom('=', '+', '-', '@', '\t', '\r', "'"), fc.string())
      .map((parts) => parts.join('')),
  );
  const number = fc.oneof(
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constant(null),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ text, count: number })), async (rows) => {
      const sheet = await writeAndRead(rows);
      expect(sheet).toMatchObject({ labels: ['Text', 'Count'], hasFormulas: false, isHeaderFrozen: true });
      expect(sheet.rows).toEqual(
        rows.map((row) => [
          row.text === '' ? null : { value: row.text.toWellFormed() },
          row.count === null ? null : { value: row.count + 0 },
        ]),
      );
    }),
    { numRuns: 40 },
  );
});

test('writes shares as percentages, days and instants as dates, and URLs as links', async () => {
  const row = {
    share: 0.125,
    day: '2026-10-26',
    at: '2026-10-26T12:34:56.789Z',
    url: 'https://example.org/?a="1"&b=<2>',
  };
  const typed: ExportedColumn[] = [
    { key: 'share', label: 'Share', format: 'percent' },
    { key: 'day', label: 'Day', format: 'day' },
    { key: 'at', label: 'At', format: 'instant' },
    { key: 'url', label: 'URL', format: 'link' },
  ];
  const other = { share: null, day: 'all days', at: '', url: 'javascript:alert(1)' };
  const sheet = await writeAndRead([row, other], typed);
  const [share, day, at, url] = sheet.rows[0] ?? [];
  expect(share).toEqual({ value: 0.125, format: '0.0%' });
  expect(day).toMatchObject({ format: 'yyyy-mm-dd' });
  expect(toInstant(Number(day?.value))).toEqual(new Date('2026-10-26'));
  expect(at).toMatchObject({ format: 'yyyy-mm-dd hh:mm:ss' });
  expect(toInstant(Number(at?.value))).toEqual(new Date(row.at));
  expect(url).toEqual({ value: row.url, link: new URL(row.url).href });
  expect(sheet.rows[1]).toEqual([null, { value: 'all days' }, null, { value: 'javascript:alert(1)' }]);
});

test('truncates texts that are too long for a cell, and says so in the cell', async () => {
  const { rows } = await writeAndRead([{ text: 'x'.repeat(40_000), count: 1 }]);
  const value = String(rows[0]?.[0]?.value);
  expect(value).toHaveLength(32_767);
  expect(value).toMatch(/x… \(truncated; CSV and JSON contain the whole text\)$/);
});

test('fails the stream if reading the rows throws', async () => {
  async function* yieldAndFail(): AsyncGenerator<ExportedRow> {
    yield { text: 'a', count: 1 };
    throw new Error('connection lost');
  }
  await expect(buffer(writeXlsx(columns, yieldAndFail()))).rejects.toThrow('connection lost');
});

test('reads rows as they are sent, and does not block other work', async () => {
  let yielded = 0;
  function* yieldRows(count: number): Generator<ExportedRow> {
    for (; yielded < count; yielded += 1)
      yield { text: `${yielded} ${'lorem ipsum '.repeat(50)}`, count: yielded };
  }
  const stopped = writeXlsx(columns, yieldRows(1_000_000));
  for await (const _ of stopped) if (yielded > 0) break;
  expect(yielded).toBeLessThan(20_000);
  yielded = 0;
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const sheet = await buffer(writeXlsx(columns, yieldRows(50_000)));
  delay.disable();
  expect(delay.max / 1e6).toBeLessThan(250);
  expect(sheet.length).toBeLessThan(5_000_000);
});
