import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { systemClock } from '#lib/core/time';
import type { Context } from '#lib/db/context';
import { openDatabase } from '#lib/db/database';
import { withOrganization } from '#lib/db/organization-scope';
import { limitConnections } from '#lib/scale/fair-share/connection-limits';
import { createDatabase } from '#tests/support/database';

const database = await createDatabase();
const db = limitConnections(openDatabase(database.url, { isRestricted: true, max: 6 }));
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

const createContext = (): Context => ({
  db,
  clock: systemClock,
  organizationId: crypto.randomUUID(),
  actor: { kind: 'operator' },
});

test('calls of one organization share two connections, and other organizations do not wait for them', async () => {
  const [busy, quiet] = [createContext(), createContext()];
  let running = 0;
  let maxRunning = 0;
  let ended = 0;
  const calls = Array.from({ length: 12 }, () =>
    withOrganization(busy, async () => {
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      await delay(200);
      running -= 1;
      ended += 1;
    }),
  );
  await withOrganization(quiet, ({ db: tx }) => tx.$client.query('SELECT 1'));
  expect(ended).toBeLessThan(12);
  await Promise.all(calls);
  expect(maxRunning).toBe(2);
});

test('a nested call does not wait for the call that contains it', async () => {
  const context = createContext();
  const nest = (depth: number): Promise<number> =>
    withOrganization(context, async () => (depth === 0 ? 0 : 1 + (await nest(depth - 1))));
  expect(await Promise.all([nest(1), nest(1), nest(1), nest(1)])).toEqual([1, 1, 1, 1]);
});

test('rejects calls while too many are waiting, and serves the organization again afterwards', async () => {
  const context = createContext();
  const results = await Promise.allSettled(
    Array.from({ length: 210 }, () => withOrganization(context, () => delay(5))),
  );
  const rejected = results.filter(({ status }) => status === 'rejected');
  expect(rejected.length).toBeGreaterThan(0);
  for (const result of rejected) expect(result).toMatchObject({ reason: { code: 'RATE_LIMIT_EXCEEDED' } });
  expect(await withOrganization(context, async () => 'served')).toBe('served');
});
