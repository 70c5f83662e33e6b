'use server';

import { revalidatePath } from 'next/cache';
import { changeSigning, replaceApiKey } from '#lib/dashboard/api-credentials/credentials';
import type { Context } from '#lib/dashboard/session/dependencies';
import { createApiKey, revokeApiKey } from '#lib/service/api-keys/api-keys';
import { disableSigning, enableSigning, rotateSigning } from '#lib/service/webhooks/signing';
import { type ActionResult, runAction } from '../run-action';

/** Creates an API key. @returns the key, which is shown only once */
export async function createKeyAction(name: string, expiresOn: string): Promise<ActionResult<string>> {
  const expiresAt = expiresOn === '' ? null : new Date(`${expiresOn}T23:59:59Z`);
  return revalidateOnSuccess(
    await runAction(async (context) => (await createApiKey(context, { name, expiresAt })).secret),
  );
}

export async function revokeKeyAction(id: string): Promise<ActionResult<void>> {
  return revalidateOnSuccess(
    await runAction(async (context) => {
      await revokeApiKey(context, { id });
    }),
  );
}

/** Replaces the API key of the dashboard, for example after it was revoked. */
export async function reconnectAction(): Promise<ActionResult<void>> {
  return revalidateOnSuccess(
    await runAction((context) =>
      replaceApiKey(context, async (inside) => (await createApiKey(inside, { name: 'Dashboard' })).secret),
    ),
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
  return revalidateOnSuccess(await runAction((context) => changeSigning(context, change)));
}

function revalidateOnSuccess<T>(result: ActionResult<T>): ActionResult<T> {
  if (result.ok) revalidatePath('/developers');
  return result;
}
