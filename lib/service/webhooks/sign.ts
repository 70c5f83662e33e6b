import { webhookHeaders } from '#lib/contract/webhook';
import { hmacSha256Hex } from '#lib/core/crypto';

export interface Signable {
  taskId: string;
  /** Of the delivery, from 1. */
  attempt: number;
  /** The exact bytes sent. */
  body: string;
}

/**
 * The headers of a signed delivery: `v1=` and the HMAC-SHA256 over `<seconds>.<body>`, keyed with the whole
 * secret as it is shown (interface.md, "Events").
 */
export function signWebhook(
  { taskId, attempt, body }: Signable,
  secret: string,
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  return {
    [webhookHeaders.timestamp]: timestamp,
    [webhookHeaders.signature]: `v1=${hmacSha256Hex(secret, timestamp, '.', body)}`,
    [webhookHeaders.id]: `${taskId}-${attempt}`,
  };
}
