import { limits } from '#lib/contract/plans';
import { webhookHeaders } from '#lib/contract/webhook';
import { equalSecrets, hmacSha256Hex } from '#lib/core/crypto';

/** Whether a delivery is what the service signed. */
export type Verdict = 'good' | 'unsigned' | 'stale' | 'forged';

/**
 * Verifies a delivery by its raw bytes (interface.md, "Events"): `unsigned` where a header is missing or unreadable,
 * `stale` where the timestamp is more than 5 minutes away, `forged` where the signature is another's.
 */
export function verifyDelivery(secret: string, headers: Headers, body: Uint8Array, now: Date): Verdict {
  const timestamp = headers.get(webhookHeaders.timestamp);
  const signature = headers.get(webhookHeaders.signature);
  if (timestamp === null || signature === null || !headers.get(webhookHeaders.id)) return 'unsigned';
  if (!/^\d{1,12}$/.test(timestamp)) return 'unsigned';
  const ageSeconds = Math.abs(now.getTime() / 1000 - Number(timestamp));
  if (ageSeconds > limits.webhookToleranceSeconds) return 'stale';
  const expected = `v1=${hmacSha256Hex(secret, timestamp, '.', body)}`;
  return equalSecrets(signature, expected) ? 'good' : 'forged';
}
