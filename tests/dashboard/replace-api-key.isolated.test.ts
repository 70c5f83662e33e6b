import { randomUUID } from 'node:crypto';
import { afterAll, expect, test, vi } from 'vitest';
import { decryptSecret } from '#lib/core/dashboard-secrets';
import { getCreditBalance } from '#lib/dashboard/api-credentials/api-client';
import { replaceApiKey, saveApiCredentials } from '#lib/dashboard/api-credentials/api-credentials';
import type { Context } from '#lib/db/context';
import { createApiKey } from '#lib/service/api-keys/api-keys';
import { startDashboard } from '../support/dashboard';

// Nothing listens on this port.
vi.hoisted(() => {
  process.env.API_BASE_URL = 'http://127.0.0.1:1';
});

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

const createKey = async (context: Context) => (await createApiKey(context, { name: 'Dashboard' })).secret;

async function readCredentials({ organizationId }: Context) {
  const { rows } = await dashboard.db.$client.query<{
    api_key_encrypted: string;
    signing_secret_encrypted: string;
    webhook_token_hash: string;
  }>(
    'SELECT api_key_encrypted, signing_secret_encrypted, webhook_token_hash FROM service_credentials WHERE organization_id = $1',
    [organizationId],
  );
  const row = rows[0];
  if (!row) throw new Error('The organization has no credentials.');
  return { ...row, key: decryptSecret(organizationId, 'api-key', row.api_key_encrypted) };
}

async function countKeys({ organizationId }: Context): Promise<number> {
  const { rowCount } = await dashboard.db.$client.query('SELECT 1 FROM api_keys WHERE organization_id = $1', [
    organizationId,
  ]);
  return rowCount ?? 0;
}

test('replaces a rejected API key and keeps the other credentials', async () => {
  const context = await dashboard.createContext();
  await saveApiCredentials(context, { apiKey: 'rejected', signingSecret: 'whsec_unchanged' });
  const before = await readCredentials(context);
  let newKey = '';
  await replaceApiKey(context, async (transactionContext) => {
    newKey = await createKey(transactionContext);
    return newKey;
  });
  const after = await readCredentials(context);
  expect(after.key).toBe(newKey);
  expect(after).toMatchObject({
    signing_secret_encrypted: before.signing_secret_encrypted,
    webhook_token_hash: before.webhook_token_hash,
  });
});

test('creates no key if the organization has no credentials', async () => {
  const context = await dashboard.createContext();
  await expect(replaceApiKey(context, createKey)).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  expect(await countKeys(context)).toBe(0);
});

test('rejects editors and keeps the current key', async () => {
  const context = await dashboard.createContext();
  await saveApiCredentials(context, { apiKey: 'rejected', signingSecret: null });
  const editor: Context = { ...context, actor: { kind: 'member', userId: randomUUID(), role: 'editor' } };
  await expect(replaceApiKey(editor, createKey)).rejects.toMatchObject({ code: 'INSUFFICIENT_PERMISSIONS' });
  expect((await readCredentials(context)).key).toBe('rejected');
});

test('reports a missing key as rejected, and distinguishes it from an unreachable service', async () => {
  const context = await dashboard.createContext();
  expect(await getCreditBalance(context)).toBe('rejected');
  await saveApiCredentials(context, { apiKey: 'anything', signingSecret: null });
  expect(await getCreditBalance(context)).toBe('unreachable');
});
