import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '#lib/core/time';
import { openDatabase } from '#lib/db/database';
import { accountOperations } from '#lib/registry/account-operations';
import { type AnyOperation, operations } from '#lib/registry/operations';
import { readOperations } from '#lib/registry/read-operations';
import { root } from '#tests/support/process';

const all: [string, AnyOperation][] = Object.entries({ ...operations, ...accountOperations });
/** The keywords of JSON Schema that say which values are possible. */
const says = ['type', 'anyOf', 'oneOf', 'allOf', 'enum', 'const', '$ref'];
const definitions = all.map(([, { definition }]) => definition);

/** Every statement fails, because no server listens on this port. */
const unreachable = openDatabase('postgres://127.0.0.1:1/none', { max: 1 });

test('every operation that a module defines is in the registry, under the name of its function', () => {
  const defined = globSync('lib/**/*.ts', { cwd: root }).flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /export const (\w+) = define(?:Account)?Operation\(/g,
      ),
    ].map(([, name]) => name),
  );
  expect(defined.toSorted()).toEqual(all.map(([name]) => name).toSorted());
});

test('names are unique and consist of what changes and how', () => {
  const names = definitions.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/);
});

test.each(all)('%s says what it does and what it records', (_, { definition }) => {
  const { title, description, effect, cost, audit, unaudited } = definition;
  expect(title).toMatch(/^[A-Z].*[^.]$/);
  expect(description).toMatch(/^[A-Z].*\.$/s);
  expect(cost !== undefined).toBe(effect === 'spend');
  expect(cost ?? 'None.').toMatch(/^[A-Z].*\.$/);
  // Changes have either an entry in the audit log, or a reason why they have none.
  expect([audit !== undefined, unaudited !== undefined].filter(Boolean)).toHaveLength(
    effect === 'read' ? 0 : 1,
  );
});

test('operations that only read are listed apart', () => {
  const reads = Object.entries(operations).filter(([, { definition }]) => definition.effect === 'read');
  expect(reads.map(([name]) => name).toSorted()).toEqual(Object.keys(readOperations).toSorted());
});

test.each(Object.entries<AnyOperation>(operations))(
  '%s refuses an actor without its permission, before it reads anything',
  async (_, operation) => {
    const actor = { kind: 'key', keyId: randomUUID(), permissions: [] } as const;
    const context = { db: unreachable, clock: systemClock, organizationId: randomUUID(), actor };
    await expect(operation(context, {} as never)).rejects.toMatchObject({ code: 'INSUFFICIENT_PERMISSIONS' });
  },
);

test.each(all)('programs can read the input of %s', (_, { definition: { input } }) => {
  if (input instanceof z.ZodObject) {
    expect(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }).type).toBe('object');
  }
});

test.each(all)('programs can read the output of %s', (_, { definition: { output } }) => {
  if (!output) return;
  const opaque = new Set<string>();
  z.toJSONSchema(output, {
    unrepresentable: 'any',
    // Called twice for a schema with metadata: with them the second time.
    override: ({ jsonSchema, path }) => {
      const key = path.join('.');
      if (says.some((keyword) => keyword in jsonSchema)) opaque.delete(key);
      else opaque.add(key);
    },
  });
  expect([...opaque]).toEqual([]);
});
