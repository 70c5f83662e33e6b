import { expect, test } from 'vitest';
import { createFixedClock } from '#lib/core/time';
import { createOrganization } from '#lib/service/organizations/organizations';
import { openTestDatabase } from '#tests/support/database';

const db = await openTestDatabase();

const clock = createFixedClock(new Date('2026-02-28T23:59:59.999Z'));

async function readOrganization(id: string) {
  const { rows } = await db.$client.query(
    `SELECT o.name, o.plan, o.sync_concurrency AS sync, q.async_concurrency AS async, b.month, b.balance, b.held,
            (SELECT array_agg(kind || ':' || amount) FROM credit_ledger l WHERE l.organization_id = o.id) AS ledger
     FROM organizations o JOIN credit_balances b ON b.organization_id = o.id
     JOIN task_queue_stats q ON q.organization_id = o.id WHERE o.id = $1`,
    [id],
  );
  return rows;
}

test.each([
  ['free', 500, 10],
  ['team', 37_500, 20],
  ['business', 650_000, 50],
  ['scale', 2_800_000, 100],
])(
  'creates a %s organization with %d credits for this month and a concurrency of %d',
  async (plan, credits, concurrency) => {
    const { id } = await createOrganization(db, { name: '  Acme  ', plan }, clock);
    expect(await readOrganization(id)).toEqual([
      {
        name: 'Acme',
        plan,
        sync: concurrency,
        async: concurrency,
        month: '2026-02-01',
        balance: credits,
        held: 0,
        ledger: [`grant:${credits}`],
      },
    ]);
  },
);

test('accepts custom credits and concurrency', async () => {
  const overrides = { credits: 0, concurrency: 3, asyncConcurrency: 7 };
  const { id } = await createOrganization(db, { name: 'Acme', ...overrides }, clock);
  expect(await readOrganization(id)).toMatchObject([
    { plan: 'free', sync: 3, async: 7, balance: 0, ledger: ['grant:0'] },
  ]);
});

test.each([
  [{ name: '   ' }, 'name'],
  [{ name: 'x'.repeat(101) }, 'name'],
  [{ name: 'A\u0000' }, 'name'],
  [{ name: 'two\nlines' }, 'name'],
  [{ name: 'lone \ud800' }, 'name'],
  [{ name: 'Acme', plan: 'gold' }, 'plan'],
  [{ name: 'Acme', plan: 'constructor' }, 'plan'],
  [{ name: 'Acme', credits: -1 }, 'credits'],
  [{ name: 'Acme', credits: 1.5 }, 'credits'],
  [{ name: 'Acme', concurrency: 0 }, 'concurrency'],
  [{ name: 'Acme', asyncConcurrency: 10_001 }, 'asyncConcurrency'],
])('rejects %j because of its %s and creates nothing', async (input, field) => {
  const count = async () => (await db.$client.query('SELECT count(*) AS n FROM organizations')).rows[0].n;
  const before = await count();
  await expect(createOrganization(db, input, clock)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    fields: [{ field }],
  });
  expect(await count()).toBe(before);
});
