import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkStatements, findRawSql } from '#scripts/check/statements';
import { createTempFolder, deleteTempFolder } from '#tests/support/temp-folder';

let root: string;
beforeEach(() => {
  root = createTempFolder();
});
afterEach(() => deleteTempFolder(root));

function plant(file: string, source: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), source);
}

it.each([
  "await db.$client.query('SELECT 1');",
  'const { rows } = await db.$client.query<{ id: string }>(text);',
  '    .query({ name, text })',
  "const isOwn = 'organization_id = $1';",
  '    WHERE id = $12 AND engine = ANY ($2::text[])',
  'leased_until = now() + make_interval(secs => $4)`;',
])('finds %s', (line) => {
  expect(findRawSql(`import 'pg';\n${line}\n`)).toEqual([line.trim()]);
});

it.each([
  'provider.query(request, { clock })',
  "text.replace(/(a)b/, '$1')",
  "path.replaceAll(/{(\\w+)}/g, ':$1')",
  '// The amount "$3M", or $1 in a comment',
  ' * such as `$1`',
  'const price = `$${amount}`;',
  'await claimTasks(db, { limit });',
  'const pattern = /\\$1/;',
])('accepts %s', (line) => {
  expect(findRawSql(line)).toEqual([]);
});

it('names the file of a planted query and of a planted parameter number, except in lib/db and lib/scale', () => {
  plant('lib/service/planted.ts', "await db.$client.query('DELETE FROM tasks');");
  plant('app/planted.tsx', "export const condition = 'id = $1';");
  plant('lib/db/planted.ts', "await db.$client.query('SELECT $1');");
  plant('lib/scale/pooler/planted.ts', "await db.$client.query('SELECT $1');");
  expect(checkStatements(root)).toEqual([
    "app/planted.tsx: Use Drizzle or statement() of lib/db/statement.ts: export const condition = 'id = $1';",
    "lib/service/planted.ts: Use Drizzle or statement() of lib/db/statement.ts: await db.$client.query('DELETE FROM tasks');",
  ]);
});

it('accepts an exception until its file is converted', () => {
  plant('lib/queue/listen.ts', 'await client.query(`LISTEN tasks`);');
  expect(checkStatements(root)).toEqual([]);
  plant('lib/queue/listen.ts', 'await listen(db);');
  expect(checkStatements(root)).toEqual([
    'lib/queue/listen.ts: Remove it from the exceptions in scripts/check/statements.ts.',
  ]);
});
