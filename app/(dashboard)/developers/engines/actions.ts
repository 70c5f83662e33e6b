'use server';

import { revalidatePath } from 'next/cache';
import { removeProviderKeys, setProviderKeys } from '#lib/service/provider-keys/provider-keys';
import { type ActionResult, runAction } from '../../run-action';

/** Stores API keys for a provider. @param keys by the name of their setting */
export async function setProviderKeysAction(
  provider: string,
  keys: Record<string, string>,
): Promise<ActionResult<void>> {
  return revalidateOnSuccess(await runAction((context) => setProviderKeys(context, { provider, keys })));
}

export async function removeProviderKeysAction(provider: string): Promise<ActionResult<void>> {
  return revalidateOnSuccess(await runAction((context) => removeProviderKeys(context, { provider })));
}

function revalidateOnSuccess<T>(result: ActionResult<T>): ActionResult<T> {
  if (result.ok) revalidatePath('/developers/engines');
  return result;
}
