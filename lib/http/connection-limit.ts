import type { EventEmitter } from 'node:events';
import { LRUCache } from 'lru-cache';
import { toNetwork } from '#lib/core/ip-address';
import { log } from '#lib/core/log';
import { recordSecurityEvent } from '#lib/core/security-events';

/** At most one line per address and minute is logged. */
const logIntervalMs = 60_000;

/** Limits how many connections a client address has open at once. The addresses of an IPv6 /64 count as one. */
export class ConnectionLimit {
  readonly #open = new Map<string, number>();
  readonly #logged = new LRUCache<string, true>({ max: 1_000, ttl: logIntervalMs });
  readonly #maxPerAddress: number;

  constructor(maxPerAddress: number) {
    this.#maxPerAddress = maxPerAddress;
  }

  /**
   * Counts a connection, or a request that a proxy forwards, until it emits `close`.
   * @returns false if the address has reached its limit; then it is not counted
   */
  admit(address: string, connection: EventEmitter): boolean {
    const network = toNetwork(address);
    const count = this.#open.get(network) ?? 0;
    if (count >= this.#maxPerAddress) {
      recordSecurityEvent('limit.reached', { limit: 'connections', ipAddress: address });
      if (!this.#logged.has(network))
        log.warn({ address: network, connections: count }, 'connections refused');
      this.#logged.set(network, true, { noUpdateTTL: true });
      return false;
    }
    this.#open.set(network, count + 1);
    connection.once('close', () => this.#release(network));
    return true;
  }

  #release(network: string): void {
    const count = (this.#open.get(network) ?? 0) - 1;
    if (count > 0) this.#open.set(network, count);
    else this.#open.delete(network);
  }
}
