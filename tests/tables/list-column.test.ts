import { expect, test } from 'vitest';
import { toApiRow } from '#lib/contract/tables/api-row';
import { defineTable, rowType } from '#lib/contract/tables/define-table';
import { toRowSchema } from '#lib/contract/tables/row-schema';
import { toFileColumns } from '#lib/dashboard/exports/file-columns';
import { toResult } from '#lib/mcp/table-result';

const table = defineTable({
  name: 'boats',
  title: 'Boats',
  description: 'Boats with their sails.',
  row: rowType<{ engine: string; model: string | null; sails: { name: string; area: number | null }[] }>(),
  columns: [
    { key: 'engine', label: 'Engine', type: 'engine', value: ({ engine }) => engine },
    {
      key: 'model',
      label: 'Model',
      isNullable: true,
      nullLabel: 'Not reported',
      value: ({ model }) => model,
    },
    {
      key: 'sails',
      label: 'Sails',
      list: ({ sails }) => sails,
      fields: { name: {}, area: { type: 'count', isNullable: true, description: 'In square meters.' } },
      text: ({ sails }) => sails.map(({ name }) => name).join('\n'),
    },
  ],
});
const row = {
  engine: 'chat',
  model: null,
  sails: [
    { name: 'Jib', area: 12, color: 'red' },
    { name: 'Main', area: null, color: 'white' },
  ],
};

test('the API has a list column as objects with its fields, which the schema describes', () => {
  const shown = toApiRow(table, row);
  expect(shown).toEqual({
    engine: 'chat',
    model: null,
    sails: [
      { name: 'Jib', area: 12 },
      { name: 'Main', area: null },
    ],
  });
  const schema = toRowSchema(table);
  expect(schema.parse(shown)).toEqual(shown);
  expect(schema.safeParse({ ...shown, sails: [{ name: 'Jib', area: 'large' }] }).success).toBe(false);
});

test('files have its text, the name of an engine, and words instead of null', () => {
  const cells = toFileColumns(table).map(({ key, value }) => [key, value(row)]);
  expect(Object.fromEntries(cells)).toEqual({
    engine: 'chat',
    engine_name: 'ChatGPT',
    model: 'Not reported',
    sails: 'Jib\nMain',
  });
});

test('results of tools have its text', () => {
  const { columns, rows } = toResult(table, { rows: [row], total: 1 });
  expect(columns).toEqual(['engine', 'model', 'sails']);
  expect(rows).toEqual([['chat', null, 'Jib\nMain']]);
});
