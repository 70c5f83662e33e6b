import { hasConnection } from '#lib/dashboard/api-credentials/has-connection';
import { setSigningSecret } from '#lib/dashboard/api-credentials/set-signing-secret';
import { type Context, scoped } from '#lib/db/context';

/**
 * Changes signing at the service and, where the dashboard is its client, the dashboard's copy of the secret with
 * it: both or neither.
 * @param change what the service is asked to do; resolves to the new secret, or null when signing is off
 */
export function changeSigning<T extends string | null>(
  context: Context,
  change: (context: Context) => Promise<T>,
): Promise<T> {
  return scoped(context, async (inside) => {
    const secret = await change(inside);
    if (await hasConnection(inside)) await setSigningSecret(inside, secret);
    return secret;
  });
}
