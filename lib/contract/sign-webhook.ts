import { webhookHeaders } from '#lib/contract/tasks';
import { hmacSha256Hex } from '#lib/core/crypto';

/** The secrets that a delivery is signed with; `previous` is null outside an overlap. */
export interface SigningSecrets {
  current: string;
  previous: string | null;
}

/**
 * Returns the headers of a signed delivery attempt (numbered from 1): `v1=` and the HMAC-SHA256 of `<seconds>.<body>`,
 * during an overlap also with the previous secret. The key is the whole secret, including its prefix.
 */
export function signWebhook(
  { id, attempt, body }: { id: string; attempt: number; body: string },
  { current, previous }: SigningSecrets,
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const sign = (secret: string) => `v1=${hmacSha256Hex(secret, timestamp, '.', body)}`;
  return {
    [webhookHeaders.timestamp]: timestamp,
    [webhookHeaders.signature]: sign(current),
    ...(previous === null ? {} : { [webhookHeaders.previousSignature]: sign(previous) }),
    [webhookHeaders.id]: `${id}-${attempt}`,
  };
}
