import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import type { PooledDatabase } from '#lib/db/client';
import type { ProviderError, ProviderErrorKind } from '#lib/providers/shared/provider';
import {
  type CircuitReason,
  closeCircuit,
  listOpenCircuits,
  type OpenCircuit,
  openCircuit,
  recordFailedProbe,
} from '#lib/service/circuit-breaker/circuit-store';
import { getCredentialId, type ProviderCredential } from '#lib/service/circuit-breaker/provider-credential';

/** A wait requested by the provider that is too long to occupy a worker: the circuit opens for it. */
const longWaitMs = 30_000;
/** Longer requested waits are not trusted. */
const maxWaitMs = 600_000;
/** Maximum age of the cached circuits when an answer arrives. */
const maxAgeMs = 2_000;

/** One process's view of the circuits. The database is what all processes share. */
export interface CircuitBreaker {
  /** The open circuits, as last read. */
  listOpen(): readonly OpenCircuit[];
  /** Returns a signal that is aborted while the circuit is open. */
  openSignal(credential: ProviderCredential): AbortSignal;
  /** Returns a signal that is aborted when the provider hangs, to stop running attempts. */
  hangSignal(credential: ProviderCredential): AbortSignal;
  /** Records the start of an attempt. @returns a function to call when it ends */
  startAttempt(credential: ProviderCredential, callId: string): () => void;
  /** Records the outcome of an attempt; opens or closes the circuit in the background. */
  recordOutcome(credential: ProviderCredential, callId: string, error: ProviderError | undefined): void;
  recordFailedProbe(credential: ProviderCredential, reason: CircuitReason): Promise<void>;
  /** Reads the open circuits and looks for hanging providers. */
  refresh(): Promise<void>;
}

export function createCircuitBreaker(db: PooledDatabase): CircuitBreaker {
  const failures = createFailureCounter();
  const hangs = createHangDetector();
  const credentials = new Map<string, ProviderCredential>();
  const openControllers = new Map<string, AbortController>();
  const hangControllers = new Map<string, AbortController>();
  /** Circuits that are being opened, which a concurrent read does not see yet. */
  const opening = new Set<string>();
  let open: OpenCircuit[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  let nextReading: Promise<void> | undefined;

  const findOpen = (id: string) => open.find((circuit) => getCredentialId(circuit) === id);

  function getController(controllers: Map<string, AbortController>, id: string): AbortController {
    const controller = controllers.get(id) ?? new AbortController();
    controllers.set(id, controller);
    return controller;
  }

  async function read(): Promise<void> {
    readAt = performance.now();
    open = await listOpenCircuits(db);
    const ids = new Set(open.map(getCredentialId));
    for (const id of ids) getController(openControllers, id).abort();
    for (const [id, { signal }] of openControllers) {
      if (signal.aborted && !ids.has(id) && !opening.has(id)) openControllers.delete(id);
    }
    for (const id of hangs.listHanging()) {
      const credential = credentials.get(id);
      if (!credential) continue;
      if (!ids.has(id)) runInBackground('opening a circuit', openFor(credential, 'failing', undefined));
      hangControllers.get(id)?.abort();
      hangControllers.delete(id);
    }
  }

  /** A running read may have started before the change that the caller wants to see, so another one follows it. */
  function refresh(): Promise<void> {
    if (!reading) {
      reading = read().finally(() => {
        reading = undefined;
      });
      return reading;
    }
    nextReading ??= reading
      .catch(() => {})
      .then(() => {
        nextReading = undefined;
        return refresh();
      });
    return nextReading;
  }

  function runInBackground(task: string, work: Promise<void>): void {
    work.catch((error: unknown) => log.warn({ error: describeError(error) }, `${task} failed`));
  }

  async function openFor(credential: ProviderCredential, reason: CircuitReason, delayMs: number | undefined) {
    const id = getCredentialId(credential);
    opening.add(id);
    getController(openControllers, id).abort();
    log.warn({ provider: credential.provider, reason }, 'circuit opened');
    try {
      await openCircuit(db, credential, reason, delayMs);
      await refresh();
    } finally {
      opening.delete(id);
    }
  }

  async function closeFor(credential: ProviderCredential): Promise<void> {
    if (performance.now() - readAt > maxAgeMs) await refresh();
    if (!findOpen(getCredentialId(credential))) return;
    await closeCircuit(db, credential);
    log.info({ provider: credential.provider }, 'circuit closed');
    await refresh();
  }

  return {
    listOpen: () => open,
    openSignal: (credential) => getController(openControllers, getCredentialId(credential)).signal,
    hangSignal: (credential) => getController(hangControllers, getCredentialId(credential)).signal,
    startAttempt(credential, callId) {
      const id = getCredentialId(credential);
      credentials.set(id, credential);
      return hangs.start(id, callId);
    },
    recordOutcome(credential, callId, error) {
      const id = getCredentialId(credential);
      if (error?.kind !== 'transient') hangs.recordAnswer(id);
      const reason = failures.record(id, callId, error?.kind ?? 'answered');
      const requestedMs = Math.min(error?.retryAfterMs ?? 0, maxWaitMs);
      const delayMs = requestedMs > longWaitMs ? requestedMs : undefined;
      if (!reason && error?.kind !== 'transient') {
        runInBackground('closing a circuit', closeFor(credential));
      } else if ((reason || delayMs !== undefined) && !findOpen(id)) {
        runInBackground('opening a circuit', openFor(credential, reason ?? 'failing', delayMs));
      }
    },
    async recordFailedProbe(credential, reason) {
      const circuit = findOpen(getCredentialId(credential));
      if (circuit) await recordFailedProbe(db, circuit, reason);
      await refresh();
    },
    refresh,
  };
}

/** Transient failures in a row that open a circuit. */
export const maxFailures = 8;
/** Prompts they must come from, since a provider may fail on one prompt only. */
const minPrompts = 2;
/** Time without any answer after which running attempts count as hanging; longer than a slow answer. */
export const hangMs = 45_000;

/** Counts the failures in a row of each credential, as this process has seen them. */
export interface FailureCounter {
  /**
   * Records how an attempt ended.
   * @param callId id of the task or request
   * @returns why the circuit must open now, if it must
   */
  record(
    credentialId: string,
    callId: string,
    outcome: 'answered' | ProviderErrorKind,
  ): CircuitReason | undefined;
}

function createFailureCounter(): FailureCounter {
  const streaks = new Map<string, { failures: number; callIds: Set<string> }>();
  return {
    record(credentialId, callId, outcome) {
      if (outcome === 'quota') return 'quota';
      // A refusal still proves that the provider is reachable.
      if (outcome !== 'transient') {
        streaks.delete(credentialId);
        return undefined;
      }
      const streak = streaks.get(credentialId) ?? { failures: 0, callIds: new Set<string>() };
      streaks.set(credentialId, streak);
      streak.failures += 1;
      if (streak.callIds.size < minPrompts) streak.callIds.add(callId);
      if (streak.failures < maxFailures || streak.callIds.size < minPrompts) return undefined;
      streaks.delete(credentialId);
      return 'failing';
    },
  };
}

/** Finds providers that accept requests and never answer, by the attempts that are running. */
export interface HangDetector {
  /** Records the start of an attempt. @returns a function to call when it ends */
  start(credentialId: string, callId: string): () => void;
  recordAnswer(credentialId: string): void;
  /** Returns the credentials with as many hanging attempts as failures would open the circuit. */
  listHanging(): string[];
}

/** @param elapsed monotonic clock in milliseconds */
export function createHangDetector(elapsed = () => performance.now()): HangDetector {
  const running = new Map<string, Set<{ callId: string; startedAt: number }>>();
  const answeredAt = new Map<string, number>();

  function isHanging(credentialId: string): boolean {
    const before = elapsed() - hangMs;
    if ((answeredAt.get(credentialId) ?? Number.NEGATIVE_INFINITY) > before) return false;
    const hanging = [...(running.get(credentialId) ?? [])].filter(({ startedAt }) => startedAt <= before);
    const callIds = new Set(hanging.map(({ callId }) => callId));
    return hanging.length >= maxFailures && callIds.size >= minPrompts;
  }

  return {
    start(credentialId, callId) {
      const attempts = running.get(credentialId) ?? new Set();
      running.set(credentialId, attempts);
      const attempt = { callId, startedAt: elapsed() };
      attempts.add(attempt);
      return () => {
        attempts.delete(attempt);
        if (attempts.size === 0 && running.get(credentialId) === attempts) running.delete(credentialId);
      };
    },
    recordAnswer(credentialId) {
      answeredAt.set(credentialId, elapsed());
    },
    listHanging: () => [...running.keys()].filter(isHanging),
  };
}
