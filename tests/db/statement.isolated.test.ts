import { afterAll, expect, expectTypeOf, it } from 'vitest';
import { openDatabase } from '#lib/db/database';
import { definedStatements, rowOf, statement } from '#lib/db/statement';
import { createDatabase } from '#tests/support/database';

const database = await createDatabase();
const db = openDatabase(database.url);
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

const getText = (name: string) => definedStatements.find((defined) => defined.name === name)?.text;

it('numbers the parameters in the order of their first use', () => {
  statement({
    name: 'numbered',
    parameters: { id: 'uuid', engines: 'text[]', url: 'text?' },
    row: { one: 'int4' },
    text: 'SELECT 1 AS one WHERE :engines = :engines AND :id IS NOT NULL AND :url IS NULL',
  });
  expect(getText('numbered')).toBe(
    'SELECT 1 AS one WHERE $1::text[] = $1::text[] AND $2::uuid IS NOT NULL AND $3::text IS NULL',
  );
});

it('leaves casts, strings, identifiers, comments and slices as they are', () => {
  const rest = `x::int, 'at :noon ''on :time''', ":column", (a[1:b])[b:c] -- :comment\n /* :comment */`;
  statement({ name: 'literal', parameters: { limit: 'int4' }, text: `SELECT ${rest} LIMIT :limit::int8` });
  expect(getText('literal')).toBe(`SELECT ${rest} LIMIT $1::int4::int8`);
});

it('reads a list of rows as a table', async () => {
  const sumItems = statement({
    name: 'sum-items',
    parameters: { factor: 'int4', newItems: [{ itemId: 'int4', note: 'text?', details: 'jsonb' }] },
    row: { itemId: 'int4', note: 'text?', size: 'int4' },
    text: `SELECT item_id * :factor AS "itemId", note, jsonb_array_length(details) AS size FROM :newItems`,
  });
  expect(getText('sum-items')).toContain(
    'FROM unnest($2::int4[], $3::text[], $4::jsonb[]) AS new_items (item_id, note, details)',
  );
  const newItems = [
    { itemId: 1, note: 'first', details: [1, 2] },
    { itemId: 2, details: [] },
  ];
  const rows = await sumItems(db, { factor: 10, newItems });
  expectTypeOf(rows).toEqualTypeOf<{ itemId: number; note: string | null; size: number }[]>();
  expect(rows).toEqual([
    { itemId: 10, note: 'first', size: 2 },
    { itemId: 20, note: null, size: 0 },
  ]);
  expect(await sumItems(db, { factor: 10, newItems: [] })).toEqual([]);
});

it('passes values of every type', async () => {
  const echo = statement({
    name: 'echo',
    parameters: {
      at: 'timestamptz',
      value: 'jsonb?',
      list: 'jsonb[]',
      rows: 'json',
      key: 'bytea',
      day: 'date',
      ids: 'int8[]?',
    },
    row: rowOf<{
      at: Date;
      value: string[] | null;
      list: unknown;
      names: string[];
      key: string;
      day: string;
      isEmpty: boolean;
    }>({
      at: 'timestamptz',
      value: 'jsonb?',
      list: 'jsonb',
      names: 'text[]',
      key: 'text',
      day: 'text',
      isEmpty: 'bool',
    }),
    text: `SELECT :at AS at, :value AS value, to_jsonb(:list) AS list,
      (SELECT names FROM json_to_recordset(:rows) AS given (names text[])) AS names,
      encode(:key, 'hex') AS key, :day::text AS day, :ids IS NULL AS "isEmpty"`,
  });
  const at = new Date('2026-11-30T18:00:00.123Z');
  const shared = { at, list: [['"'], { a: 1 }], day: '2026-11-30' };
  const values = { ...shared, rows: [{ names: ['a', "'b"] }], key: Buffer.from('ff', 'hex'), ids: null };
  const expected = { ...shared, names: ['a', "'b"], key: 'ff', isEmpty: true };
  expect(await echo(db, { ...values, value: ['a', "'b"] })).toEqual([{ ...expected, value: ['a', "'b"] }]);
  expect(await echo(db, { ...values, value: null })).toEqual([{ ...expected, value: null }]);
});

it('returns the number of changed rows without columns', async () => {
  const storeSetting = statement({
    name: 'store-error',
    parameters: { ids: 'text[]' },
    text: `INSERT INTO browser_errors (id, message, stack, page, version, browser, count, first_reported_at, last_reported_at)
      SELECT id, '', '', '', '', '', 1, now(), now() FROM unnest(:ids) AS id`,
  });
  expect(await storeSetting(db, { ids: ['a', 'b'] })).toBe(2);
});

it('rejects parameters that are not declared, and declared ones that are not used', () => {
  expect(() => statement({ name: 'wrong', text: 'SELECT :id' })).toThrow('wrong does not declare :id.');
  const parameters = { id: 'uuid', key: 'text' } as const;
  expect(() => statement({ name: 'wrong', parameters, text: `SELECT :id, ':key'` })).toThrow(
    'wrong does not use :key.',
  );
});

it('accepts only values of the declared types', () => {
  const find = statement({
    name: 'typed',
    parameters: { id: 'uuid', url: 'text?', items: [{ id: 'uuid' }] },
    row: { isFound: 'bool' },
    text: 'SELECT :id IS NULL AND :url IS NULL AS "isFound" FROM :items',
  });
  // Never called: the compiler checks it.
  const callWrongly = () => [
    // @ts-expect-error: the ID is missing.
    find(db, { url: null, items: [] }),
    // @ts-expect-error: the ID is not a string.
    find(db, { id: 1, url: null, items: [] }),
    // @ts-expect-error: the ID of an item may not be null.
    find(db, { id: '', url: null, items: [{ id: null }] }),
    // @ts-expect-error: the statement has parameters.
    find(db),
  ];
  expect(callWrongly).toBeTypeOf('function');
  // @ts-expect-error: the type of `engine` needs a text column.
  rowOf<{ engine: 'chatgpt' | null }>({ engine: 'int4?' });
  // @ts-expect-error: the column may be null.
  rowOf<{ engine: 'chatgpt' | null }>({ engine: 'text' });
});
