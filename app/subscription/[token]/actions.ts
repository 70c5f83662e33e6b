'use server';

import { getDependencies } from '#lib/dashboard/session/session';
import { confirmRecipient, unsubscribeRecipient } from '#lib/dashboard/subscriptions/recipient-links';
import { type ActionResult, catchActionErrors } from '../../(dashboard)/create-action';

/** Confirms that the recipient of a link wants to receive the report. */
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
