import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

/**
 * Refused requests of an organization that a process answers at once within a second. Further ones wait: eight clients that
 * sent only invalid requests sent 640 a second, and made the pages of others twice as slow.
 */
const promptRefusals = 50;
const windowMs = 1_000;
const delayMs = 500;

const counts = new LRUCache<string, number>({ max: 10_000, ttl: windowMs, noUpdateTTL: true });

/** Counts a refused request, and waits for half a second if its organization has had too many within a second. */
export async function delayRefusal(organizationId: string): Promise<void> {
  const count = (counts.get(organizationId) ?? 0) + 1;
  counts.set(organizationId, count);
  if (count > promptRefusals) await wait(delayMs);
}
