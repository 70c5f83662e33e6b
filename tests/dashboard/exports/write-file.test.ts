import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ExportedRow } from '#lib/dashboard/exports/exported-table';
import { writeCsv, writeJson } from '#lib/dashboard/exports/write-file';
import { readCsv, readFile } from './read-file';

const columns = [
  { key: 'text', label: 'Text' },
  { key: 'count', label: 'Count' },
];

const cell = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc
    .tuple(fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', "'"), fc.string())
    .map((parts) => parts.join('')),
);
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(null));
const rowsArbitrary = fc.array(fc.record({ text: cell, count: number }));

test('writes CSV in UTF-8 that keeps every text and number and contains no formulas', async () => {
  await fc.assert(
    fc.asyncProperty(rowsArbitrary, async (rows) => {
      const csv = await readFile(writeCsv(columns, rows));
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

test('writes JSON as an array with every key in every row', async () => {
  await fc.assert(
    fc.asyncProperty(rowsArbitrary, async (rows) => {
      const json = await readFile(writeJson(columns, rows));
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(rows)));
    }),
  );
  expect(JSON.parse(await readFile(writeJson(columns, [{ text: 'a' }])))).toEqual([
    { text: 'a', count: null },
  ]);
});

test('fails the stream if reading the rows throws, so that a partial file is not mistaken for a complete one', async () => {
  async function* yieldAndFail(): AsyncGenerator<ExportedRow> {
    yield { text: 'a', count: 1 };
    throw new Error('connection lost');
  }
  await expect(readFile(writeCsv(columns, yieldAndFail()))).rejects.toThrow('connection lost');
  await expect(readFile(writeJson(columns, yieldAndFail()))).rejects.toThrow('connection lost');
});

test('stops reading rows when the consumer stops', async () => {
  let yielded = 0;
  async function* yieldForever(): AsyncGenerator<ExportedRow> {
    for (;;) {
      yielded += 1;
      yield { text: 'x'.repeat(1_000), count: yielded };
    }
  }
  for (const write of [writeCsv, writeJson]) {
    yielded = 0;
    const file = write(columns, yieldForever());
    for await (const _ of file) break;
    expect(file.destroyed).toBe(true);
    expect(yielded).toBeLessThan(1_000);
  }
});
