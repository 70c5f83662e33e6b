'use server';

import { type ActionResult, catchActionErrors } from '#app/(dashboard)/create-action.ts';
import { getDependencies } from '#lib/dashboard/session/session';
import { confirmRecipient, unsubscribeRecipient } from '#lib/dashboard/subscriptions/recipient-links';

/** Confirms that the recipient of a link wants to receive its emails. */
export async function confirmRecipientAction(token: string): Promise<ActionResult<void>> {
  return catchActionErrors(async () => {
    await confirmRecipient(getDependencies(), { token: String(token) });
    return { ok: true, value: undefined };
  });
}

/** Unsubscribes the recipient of a link. */
export async function unsubscribeRecipientAction(token: string): Promise<ActionResult<void>> {
  return catchActionErrors(async () => {
    await unsubscribeRecipient(getDependencies(), { token: String(token) });
    return { ok: true, value: undefined };
  });
}
