import { afterEach, beforeEach, expect, test } from 'vitest';
import { processState } from '#lib/core/process-state';
import type { SecurityEvent } from '#lib/core/security-events';
import { recordAudit } from '#lib/db/audit-log';
import { onCommit } from '#lib/db/on-commit';
import { withOrganization } from '#lib/db/organization-scope';
import { transaction } from '#lib/db/transaction';
import { openTestDatabase } from '#tests/support/database';
import { createOwner } from '#tests/support/owners';

const db = await openTestDatabase({ max: 2 });

let events: SecurityEvent[] = [];
beforeEach(() => {
  events = [];
  processState.reportSecurityEvent = (event) => events.push(event);
});
afterEach(() => {
  processState.reportSecurityEvent = undefined;
});

const entry = { action: 'api-key.created', target: 'A key' } as const;

test('a sensitive change is a security event once its transaction has committed', async () => {
  const owner = await createOwner(db);
  events = [];
  await transaction(db, async (tx) => {
    await withOrganization({ ...owner, db: tx }, (inner) => recordAudit(inner, entry));
    expect(events).toEqual([]);
  });
  expect(events).toEqual(['api-keys.changed']);
  await recordAudit(owner, entry);
  expect(events).toEqual(['api-keys.changed', 'api-keys.changed']);
});

test('a change that is rolled back is none, and leaves nothing to the next transaction of its connection', async () => {
  const owner = await createOwner(db);
  events = [];
  const failing = withOrganization(owner, async (tx) => {
    await recordAudit(tx, entry);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  for (let count = 0; count < 3; count += 1) await transaction(db, (tx) => tx.$client.query('SELECT 1'));
  expect(events).toEqual([]);
});

test('outside of a transaction, work runs at once', () => {
  let ran = false;
  onCommit(db, () => {
    ran = true;
  });
  expect(ran).toBe(true);
});
