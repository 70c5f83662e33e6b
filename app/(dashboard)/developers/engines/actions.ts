'use server';

import { revalidatePath } from 'next/cache';
import { removeProviderKeys } from '#lib/service/provider-keys/remove-vendor-keys';
import { setProviderKeys } from '#lib/service/provider-keys/set-vendor-keys';
import { type ActionResult, runAction } from '../../run-action';

/** Stores keys at a vendor. @param keys by the setting each stands for */
export async function setVendorKeysAction(
  vendor: string,
  keys: Record<string, string>,
): Promise<ActionResult<void>> {
  return shown(await runAction((context) => setProviderKeys(context, { vendor, keys })));
}

export async function removeVendorKeysAction(vendor: string): Promise<ActionResult<void>> {
  return shown(await runAction((context) => removeProviderKeys(context, { vendor })));
}

function shown<T>(result: ActionResult<T>): ActionResult<T> {
  if (result.ok) revalidatePath('/developers/engines');
  return result;
}
