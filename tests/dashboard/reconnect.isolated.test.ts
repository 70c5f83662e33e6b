import { randomUUID } from 'node:crypto';
import { afterAll, expect, test, vi } from 'vitest';
import {
  decryptSecret,
  getCreditBalance,
  replaceApiKey,
  saveApiCredentials,
} from '#lib/dashboard/api-credentials/api-credentials';
import type { Context } from '#lib/db/client';
import { createApiKey } from '#lib/service/api-keys/api-keys';
import { startDashboard } from '../support/dashboard';

// Nobody listens there.
vi.hoisted(() => {
  process.env.API_BASE_URL = 'http://127.0.0.1:1';
});

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

const newKey = async (context: Context) => (await createApiKey(context, { name: 'Dashboard' })).secret;

async function readConnection({ organizationId }: Context) {
  const { rows } = await dashboard.db.$client.query<{
    api_key_encrypted: string;
    signing_secret_encrypted: string;
    endpoint: string;
  }>(
    'SELECT api_key_encrypted, signing_secret_encrypted, webhook_token_hash AS endpoint FROM service_credentials WHERE organization_id = $1',
    [organizationId],
  );
  const row = rows[0];
  if (!row) throw new Error('There is no connection.');
  return { ...row, key: decryptSecret(organizationId, 'api-key', row.api_key_encrypted) };
}

async function keysOf({ organizationId }: Context): Promise<number> {
  const { rowCount } = await dashboard.db.$client.query('SELECT 1 FROM api_keys WHERE organization_id = $1', [
    organizationId,
  ]);
  return rowCount ?? 0;
}

test('replaces a rejected API key and keeps the other credentials', async () => {
  const context = await dashboard.newContext();
  await saveApiCredentials(context, { apiKey: 'refused', signingSecret: 'whsec_kept' });
  const before = await readConnection(context);
  let made = '';
  await replaceApiKey(context, async (inside) => {
    made = await newKey(inside);
    return made;
  });
  const after = await readConnection(context);
  expect(after.key).toBe(made);
  expect(after).toMatchObject({
    signing_secret_encrypted: before.signing_secret_encrypted,
    endpoint: before.endpoint,
  });
});

test('leaves no key behind without credentials', async () => {
  const context = await dashboard.newContext();
  await expect(replaceApiKey(context, newKey)).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  expect(await keysOf(context)).toBe(0);
});

test('rejects editors', async () => {
  const context = await dashboard.newContext();
  await saveApiCredentials(context, { apiKey: 'refused', signingSecret: null });
  const editor: Context = { ...context, actor: { kind: 'member', userId: randomUUID(), role: 'editor' } };
  await expect(replaceApiKey(editor, newKey)).rejects.toMatchObject({ code: 'INSUFFICIENT_PERMISSIONS' });
  expect((await readConnection(context)).key).toBe('refused');
});

test('distinguishes a rejected key from an unreachable service', async () => {
  const context = await dashboard.newContext();
  expect(await getCreditBalance(context)).toBe('refused');
  await saveApiCredentials(context, { apiKey: 'anything', signingSecret: null });
  expect(await getCreditBalance(context)).toBe('unreachable');
});
