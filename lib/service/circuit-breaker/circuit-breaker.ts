import type { Engine } from '#lib/contract/engines';
import { describeError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import type { PooledDatabase } from '#lib/db/database';
import type { ProviderError, ProviderErrorKind } from '#lib/providers/shared/provider';
import { RetirementError } from '#lib/providers/shared/retirement';
import {
  type CircuitReason,
  closeCircuit,
  getCredentialId,
  listOpenCircuits,
  type OpenCircuit,
  openCircuit,
  type ProviderCredential,
  toEngineCredential,
} from '#lib/service/circuit-breaker/circuit-store';

/** Number of consecutive transient failures that open a circuit. */
export const failureThreshold = 8;
/** Minimum number of distinct tasks or requests among these failures, because a provider may fail on one prompt only. */
const minFailedCalls = 2;
/** Time without an answer after which running attempts count as hanging; even slow answers arrive sooner. */
export const hangMs = 45_000;
/** Maximum age of cached circuits when an answer arrives; older ones are read again. */
const maxAgeMs = 2_000;

/** The circuits as one process knows them. All processes share them through the database. */
export interface CircuitBreaker {
  /** The open circuits, as last read. */
  listOpen(): readonly OpenCircuit[];
  getCircuits(credential: ProviderCredential, engine: Engine): CallCircuits;
  /** Records how an attempt ended; opens or closes the circuits in the background. */
  recordOutcome(circuits: CallCircuits, callId: string, error: ProviderError | undefined): void;
  /** Reads the open circuits and looks for hanging providers. */
  refresh(): Promise<void>;
}

/** The circuits of a call. Both must be closed. */
export interface CallCircuits {
  /** The circuit of the credential. */
  key: Circuit;
  /** The circuit of one engine with this credential. */
  engine: Circuit;
}

/** The circuit of one credential, or of one engine with it. */
export interface Circuit {
  credential: ProviderCredential;
  attempts: AttemptTracker;
  /** Aborted while the circuit is open. */
  openController: AbortController;
  /** Aborted when the provider hangs, to stop running attempts. */
  hangController: AbortController;
  /** True while this process is opening the circuit. The database may not show yet that it is open. */
  isOpening: boolean;
}

export function createCircuitBreaker(db: PooledDatabase): CircuitBreaker {
  const circuits = new Map<string, Circuit>();
  let openCircuits: OpenCircuit[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  let lastRead = Promise.resolve();
  let nextRead: Promise<void> | undefined;

  function getCircuit(credential: ProviderCredential): Circuit {
    const id = getCredentialId(credential);
    const circuit = circuits.get(id) ?? {
      credential,
      attempts: createAttemptTracker(),
      openController: new AbortController(),
      hangController: new AbortController(),
      isOpening: false,
    };
    circuits.set(id, circuit);
    return circuit;
  }

  const isOpen = (circuit: Circuit) => openCircuits.some((credential) => getCircuit(credential) === circuit);

  async function updateCircuits(): Promise<void> {
    readAt = performance.now();
    openCircuits = await listOpenCircuits(db);
    for (const credential of openCircuits) getCircuit(credential).openController.abort();
    for (const circuit of circuits.values()) {
      const isClosed = !isOpen(circuit) && !circuit.isOpening;
      if (isClosed && circuit.openController.signal.aborted) circuit.openController = new AbortController();
      if (!circuit.attempts.isHanging()) continue;
      if (isClosed) runInBackground(openAndRefresh(circuit, 'failing'));
      circuit.hangController.abort();
      circuit.hangController = new AbortController();
    }
  }

  /** Starts a read after the running one, which may have missed the change that the caller must see. */
  function refresh(): Promise<void> {
    nextRead ??= lastRead
      .catch(() => {})
      .then(() => {
        nextRead = undefined;
        lastRead = updateCircuits();
        return lastRead;
      });
    return nextRead;
  }

  async function openAndRefresh(
    circuit: Circuit,
    reason: CircuitReason,
    details: Record<string, string> = {},
  ): Promise<void> {
    circuit.isOpening = true;
    circuit.openController.abort();
    log.warn({ provider: circuit.credential.provider, reason, ...details }, 'circuit opened');
    try {
      await openCircuit(db, circuit.credential, reason);
      await refresh();
    } finally {
      circuit.isOpening = false;
    }
  }

  function openIfClosed(circuit: Circuit, reason: CircuitReason, details?: Record<string, string>): void {
    if (isOpen(circuit) || circuit.isOpening) return;
    runInBackground(openAndRefresh(circuit, reason, details));
  }

  async function closeAfterAnswer(circuit: Circuit): Promise<void> {
    if (performance.now() - readAt > maxAgeMs) await refresh();
    if (!isOpen(circuit)) return;
    await closeCircuit(db, circuit.credential);
    log.info({ provider: circuit.credential.provider }, 'circuit closed');
    await refresh();
  }

  return {
    listOpen: () => openCircuits,
    getCircuits: (credential, engine) => ({
      key: getCircuit(credential),
      engine: getCircuit(toEngineCredential(credential, engine)),
    }),
    recordOutcome({ key, engine }, callId, error) {
      const reason = key.attempts.recordOutcome(callId, error?.kind);
      if (reason) openIfClosed(key, reason);
      else if (error?.kind !== 'transient') runInBackground(closeAfterAnswer(key));
      if (error instanceof RetirementError) {
        const { message, response } = error;
        openIfClosed(engine, getCircuitReason(error), { error: message, response });
      } else if (!error) runInBackground(closeAfterAnswer(engine));
    },
    refresh,
  };
}

/** Returns the reason with which a retirement opens the circuit of its engine. */
export function getCircuitReason({ retired }: RetirementError): CircuitReason {
  return retired === 'model' ? 'retired_model' : 'retired';
}

function runInBackground(change: Promise<void>): void {
  change.catch((error: unknown) => log.warn({ error: describeError(error) }, 'circuit update failed'));
}

export type AttemptTracker = ReturnType<typeof createAttemptTracker>;

/**
 * Creates a tracker of the attempts that this process makes with one credential.
 * @param getElapsedMs monotonic clock
 */
export function createAttemptTracker(getElapsedMs = () => performance.now()) {
  const running = new Set<{ callId: string; startedAt: number }>();
  let failedCallIds: string[] = [];
  let answeredAt = Number.NEGATIVE_INFINITY;
  const isOutage = (callIds: string[]) =>
    callIds.length >= failureThreshold && new Set(callIds).size >= minFailedCalls;

  return {
    /**
     * Records the start of an attempt.
     * @param callId the ID of the task or request
     * @returns a function to call when it ends
     */
    start(callId: string): () => void {
      const attempt = { callId, startedAt: getElapsedMs() };
      running.add(attempt);
      return () => running.delete(attempt);
    },
    /** Records how an attempt ended. @returns the reason to open the circuit, or undefined */
    recordOutcome(callId: string, error: ProviderErrorKind | undefined): CircuitReason | undefined {
      if (error === 'transient') {
        failedCallIds.push(callId);
        if (!isOutage(failedCallIds)) return undefined;
        failedCallIds = [];
        return 'failing';
      }
      // A refusal still proves that the provider is reachable.
      answeredAt = getElapsedMs();
      if (error === 'quota') return 'quota';
      failedCallIds = [];
      return undefined;
    },
    /** Returns whether enough attempts to open a circuit have run for `hangMs`, while no attempt was answered. */
    isHanging() {
      const cutoff = getElapsedMs() - hangMs;
      const overdue = [...running].filter(({ startedAt }) => startedAt <= cutoff);
      return answeredAt <= cutoff && isOutage(overdue.map(({ callId }) => callId));
    },
  };
}
