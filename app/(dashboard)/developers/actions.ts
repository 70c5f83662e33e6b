'use server';

import { changeSigning, replaceApiKey } from '#lib/dashboard/api-credentials/api-credentials';
import type { Context } from '#lib/dashboard/session/session';
import { createApiKey, revokeApiKey } from '#lib/service/api-keys/api-keys';
import { removeProviderKeys, setProviderKeys } from '#lib/service/provider-keys/provider-keys';
import { disableSigning, enableSigning, rotateSigning } from '#lib/service/webhooks/signing';
import { type ActionResult, runAction } from '../run-action';

/** Creates an API key. @returns the key, which is shown only once */
export async function createKeyAction(name: string, expiresOn: string): Promise<ActionResult<string>> {
  const expiresAt = expiresOn === '' ? null : new Date(`${expiresOn}T23:59:59Z`);
  return runAction(
    async (context) => (await createApiKey(context, { name, expiresAt })).secret,
    '/developers',
  );
}

export async function revokeKeyAction(id: string): Promise<ActionResult<void>> {
  return runAction(async (context) => {
    await revokeApiKey(context, { id });
  }, '/developers');
}

/** Replaces the API key of the dashboard, for example after it was revoked. */
export async function reconnectAction(): Promise<ActionResult<void>> {
  return runAction(
    (context) =>
      replaceApiKey(context, async (inside) => (await createApiKey(inside, { name: 'Dashboard' })).secret),
    '/developers',
  );
}

/** Enables webhook signing. @returns the signing secret, which is shown only once */
export async function enableSigningAction(): Promise<ActionResult<string>> {
  return updateSigning(async (context) => (await enableSigning(context)).secret);
}

export async function rotateSigningAction(): Promise<ActionResult<string>> {
  return updateSigning(async (context) => (await rotateSigning(context)).secret);
}

export async function disableSigningAction(): Promise<ActionResult<null>> {
  return updateSigning(async (context) => {
    await disableSigning(context);
    return null;
  });
}

async function updateSigning<T extends string | null>(
  change: (context: Context) => Promise<T>,
): Promise<ActionResult<T>> {
  return runAction((context) => changeSigning(context, change), '/developers');
}

/** Stores API keys for a provider. @param keys by the name of their setting */
export async function setProviderKeysAction(
  provider: string,
  keys: Record<string, string>,
): Promise<ActionResult<void>> {
  return runAction((context) => setProviderKeys(context, { provider, keys }), '/developers');
}

export async function removeProviderKeysAction(provider: string): Promise<ActionResult<void>> {
  return runAction((context) => removeProviderKeys(context, { provider }), '/developers');
}
