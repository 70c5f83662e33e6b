import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { listAnswers } from '#lib/dashboard/analytics/answers/list-answers';
import { findFailedItems } from '#lib/dashboard/analytics/answers/run-item-status';
import { parseFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import type { Context } from '#lib/db/context';
import { createApiKey } from '#lib/service/api-keys/api-keys';
import { listAuditLog } from '#lib/service/organizations/audit-log';
import { listRequests } from '#lib/service/request-log/list-requests';
import { listLedger } from '#lib/service/usage/list-ledger';
import { listDeliveries } from '#lib/service/webhooks/list-deliveries';
import { recoverDeliveries } from '#lib/service/webhooks/recover-deliveries';
import { createTestProject, startDashboard } from '#tests/support/dashboard';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());
const context = await dashboard.createContext();
const { id: projectId } = await createTestProject(context);

const ids = [randomUUID(), '-'.repeat(36), 'a'.repeat(36), '0', ''];
const instants = [
  '2026-11-21T12:00:00.000Z',
  '2026-02-30T12:00:00.000Z',
  '2026-11-21T12:00:00.000000Z',
  '0000-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '9999-99-99T99:99:99.999999Z',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '-004713-01-01T00:00:00.000Z',
  'Sat, 21 Nov 2026 12:00:00 GMT (1)',
  '0',
  '-1',
  '1e309',
  'NaN',
  '9'.repeat(16),
  '9'.repeat(17),
  '9'.repeat(19),
  '',
];
const cursors = [
  ...instants.flatMap((instant) =>
    ids.flatMap((id) => [
      `${instant} ${id}`,
      `${instant}-${id}`,
      `${instant}_${id}`,
      `${instant} hold ${id}`,
    ]),
  ),
  ...instants,
  'x'.repeat(20_000),
  'a\u0000b',
  '\ud83d',
];
const days = [
  '1000-01-01',
  '1000-12-31',
  '9999-01-01',
  '9999-12-31',
  '2026-11-21',
  '2026-02-30',
  '275760-09-13',
  '',
  '-1',
  'NaN',
];
const now = context.clock.now();

/** Lists whose cursor a page takes from its URL. */
const lists: [string, (tenant: Context, before: string) => Promise<unknown>][] = [
  ['the audit log', (tenant, before) => listAuditLog(tenant, { before })],
  ['the request log', (tenant, before) => listRequests(tenant, { before, period: 'month' })],
  ['the ledger', (tenant, before) => listLedger(tenant, { from: '2026-11-01', to: '2026-11-30', before })],
  ['deliveries', (tenant, before) => listDeliveries(tenant, { before })],
  ['deliveries since a time', (tenant, from) => listDeliveries(tenant, { from })],
  ['deliveries until a time', (tenant, to) => listDeliveries(tenant, { to })],
  [
    'answers',
    (tenant, before) =>
      listAnswers(tenant, parseFilters({ id: projectId, timeZone: 'UTC' }, {}, tenant.clock), { before }),
  ],
  [
    'failed items',
    (tenant, before) =>
      findFailedItems(tenant, parseFilters({ id: projectId, timeZone: 'UTC' }, {}, tenant.clock), { before }),
  ],
];

test.each(lists)('%s ignore malformed cursors and times', { timeout: 120_000 }, async (_, list) => {
  const failures: string[] = [];
  const check = (cursor: string) =>
    list(context, cursor).catch((error: Error) => failures.push(`${cursor.slice(0, 80)}: ${error.message}`));
  for (const cursor of cursors) await check(cursor);
  await fc.assert(
    fc.asyncProperty(fc.string({ maxLength: 60 }), fc.constantFrom(...instants), async (text, instant) => {
      await check(text);
      await check(`${instant} ${text}`);
    }),
    { numRuns: 50 },
  );
  expect(failures).toEqual([]);
});

test('the ledger takes any day, or says what to choose', async () => {
  for (const from of days) {
    for (const to of days) {
      const isClear = await listLedger(context, { from, to }).then(
        () => true,
        (error) => error.code === 'VALIDATION_ERROR' && error.message.startsWith('Choose dates'),
      );
      expect([from, to, isClear]).toEqual([from, to, true]);
    }
  }
});

test('the filters of pages fall back to their defaults for days out of range', {
  timeout: 120_000,
}, async () => {
  for (const from of days) {
    for (const to of days) {
      const query = { from, to, compare: 'custom', compareFrom: from, compareTo: to, days: to };
      for (const compare of ['custom', 'year', 'previous']) {
        const filters = parseFilters(
          { id: projectId, timeZone: 'UTC' },
          { ...query, compare },
          { now: () => now },
        );
        expect((await getOverview(context, filters)).byEngine).toEqual([]);
      }
    }
  }
});

test('actions reject dates that cannot be stored with a clear sentence', async () => {
  for (const ms of [8.64e15, -8.64e15, -1, Number.NaN]) {
    const date = new Date(ms);
    await expect(createApiKey(context, { name: 'Key', expiresAt: date })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
    await expect(recoverDeliveries(context, { since: date })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'Enter a date and time.',
    });
  }
});
