import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import type { PooledDatabase } from '#lib/db/client';
import type { ProviderError } from '#lib/providers/shared/provider';
import { getCredentialId, type ProviderCredential } from '#lib/service/circuit-breaker/account';
import {
  closeCircuit,
  noteFailedProbe,
  type OpenCircuit,
  openCircuit,
  readCircuits,
} from '#lib/service/circuit-breaker/circuit-rows';
import type { CircuitReason } from '#lib/service/circuit-breaker/probe-wait';
import { createHangDetector } from '#lib/service/circuit-breaker/stalls';
import { createFailureCounter } from '#lib/service/circuit-breaker/streaks';

/** A wait that the vendor asks for and that is not worth a worker's place. */
const longWaitMs = 30_000;
/** What it says beyond is not believed. */
const longestWaitMs = 600_000;
/** How old this process's view of the circuits may be before an answer looks again. */
const staleMs = 2_000;

/** What this process knows of the circuits and tells of them. The database is what all processes share. */
export interface CircuitBreaker {
  /** The open ones, as last read. */
  open(): readonly OpenCircuit[];
  /** Aborted while the account's circuit is open. */
  standDown(account: ProviderCredential): AbortSignal;
  /** Aborted when the account's vendor is found to hang: what is asked of it then is given up midway. */
  abandon(account: ProviderCredential): AbortSignal;
  /** Notes that an attempt begins. @returns what to call when it has ended, however */
  begin(account: ProviderCredential, question: string): () => void;
  /** Notes how an attempt ended, and opens or closes the circuit by it. Nothing waits for that. */
  note(account: ProviderCredential, question: string, failure: ProviderError | undefined): void;
  /** Notes that the task tried on an open circuit failed. */
  failedProbe(account: ProviderCredential, reason: CircuitReason): Promise<void>;
  /** Reads the open ones anew, and looks for vendors that hang. */
  refresh(): Promise<void>;
}

/** A pool is one process's. */
const kept = new WeakMap<PooledDatabase, CircuitBreaker>();

/** The circuits as the process of this pool sees them. */
export function circuitsOf(db: PooledDatabase): CircuitBreaker {
  const known = kept.get(db) ?? keepCircuits(db);
  kept.set(db, known);
  return known;
}

function keepCircuits(db: PooledDatabase): CircuitBreaker {
  const streaks = createFailureCounter();
  const stalls = createHangDetector();
  const accounts = new Map<string, ProviderCredential>();
  const signals = new Map<string, AbortController>();
  const abandons = new Map<string, AbortController>();
  /** Being opened: a reading that began before that must not take them for closed. */
  const opening = new Set<string>();
  let open: OpenCircuit[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  let readAgain: Promise<void> | undefined;

  const find = (id: string) => open.find((one) => getCredentialId(one) === id);

  function controllerOf(controllers: Map<string, AbortController>, id: string): AbortController {
    const controller = controllers.get(id) ?? new AbortController();
    controllers.set(id, controller);
    return controller;
  }
  const signalOf = (id: string) => controllerOf(signals, id);

  async function read(): Promise<void> {
    readAt = performance.now();
    open = await readCircuits(db);
    const ids = new Set(open.map(getCredentialId));
    for (const id of ids) signalOf(id).abort();
    for (const [id, { signal }] of signals) {
      if (signal.aborted && !ids.has(id) && !opening.has(id)) signals.delete(id);
    }
    for (const id of stalls.stalled()) {
      const account = accounts.get(id);
      if (!account) continue;
      if (!ids.has(id)) quietly('opening a circuit', trip(account, 'failing', undefined));
      abandons.get(id)?.abort();
      abandons.delete(id);
    }
  }

  /** A reading under way may have begun before what the caller wants to see, so another follows it. */
  function refresh(): Promise<void> {
    if (!reading) {
      reading = read().finally(() => {
        reading = undefined;
      });
      return reading;
    }
    readAgain ??= reading
      .catch(() => {})
      .then(() => {
        readAgain = undefined;
        return refresh();
      });
    return readAgain;
  }

  function quietly(what: string, work: Promise<void>): void {
    work.catch((error: unknown) => log.warn({ error: describeError(error) }, `${what} failed`));
  }

  async function trip(
    account: ProviderCredential,
    reason: CircuitReason,
    waitMs: number | undefined,
  ): Promise<void> {
    const id = getCredentialId(account);
    opening.add(id);
    signalOf(id).abort();
    log.warn({ vendor: account.vendor, reason }, 'a vendor gives no answers; its tasks wait');
    try {
      await openCircuit(db, account, reason, waitMs);
      await refresh();
    } finally {
      opening.delete(id);
    }
  }

  async function mend(account: ProviderCredential): Promise<void> {
    if (performance.now() - readAt > staleMs) await refresh();
    const circuit = find(getCredentialId(account));
    if (!circuit) return;
    await closeCircuit(db, account);
    log.info({ vendor: account.vendor }, 'a vendor gives answers again');
    await refresh();
  }

  return {
    open: () => open,
    standDown: (account) => signalOf(getCredentialId(account)).signal,
    abandon: (account) => controllerOf(abandons, getCredentialId(account)).signal,
    begin(account, question) {
      accounts.set(getCredentialId(account), account);
      return stalls.begin(getCredentialId(account), question);
    },
    note(account, question, failure) {
      const id = getCredentialId(account);
      if (failure?.kind !== 'transient') stalls.answered(id);
      const reason = streaks.note(id, question, failure?.kind ?? 'answered');
      const wished = Math.min(failure?.retryAfterMs ?? 0, longestWaitMs);
      const waitMs = wished > longWaitMs ? wished : undefined;
      if (reason) {
        if (!find(id)) quietly('opening a circuit', trip(account, reason, waitMs));
      } else if (failure?.kind === 'transient') {
        if (waitMs !== undefined && !find(id)) quietly('opening a circuit', trip(account, 'failing', waitMs));
      } else {
        quietly('closing a circuit', mend(account));
      }
    },
    async failedProbe(account, reason) {
      const circuit = find(getCredentialId(account));
      if (circuit) await noteFailedProbe(db, circuit, reason);
      await refresh();
    },
    refresh,
  };
}
