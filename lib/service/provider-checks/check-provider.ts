import type { LRUCache } from 'lru-cache';
import type { MonitorRequest } from '#lib/contract/requests';
import type { Env } from '#lib/core/env';
import type { Clock } from '#lib/core/time';
import type { PooledDatabase } from '#lib/db/database';
import { callWithRetries, ProviderCallError } from '#lib/providers/call-with-retries';
import type { RatePacer } from '#lib/providers/rate-pacer';
import { compareShape, type Finding } from '#lib/providers/response-shape/compare-shape';
import type { StoredShape } from '#lib/providers/response-shape/stored-shape';
import { parseEvents } from '#lib/providers/shared/parse-response';
import { ProviderError } from '#lib/providers/shared/provider';
import {
  getCredentialId,
  getProviderCredential,
  instanceOwnerId,
  listOpenCircuits,
} from '#lib/service/circuit-breaker/circuit-store';
import { getPacer } from '#lib/service/circuit-breaker/rate-pacers';
import type { CheckedProvider } from '#lib/service/provider-checks/checked-engines';

/** The part of the service that checks need. */
export interface CheckService {
  db: PooledDatabase;
  clock: Clock;
  settings: Env;
  /** Rate pacers by credential. */
  pacers: LRUCache<string, RatePacer>;
}

export interface CheckResult {
  status: 'passed' | 'failed';
  /** Undefined if the provider answered. */
  error: ProviderError | undefined;
  findings: Finding[];
  /** The shape to compare the next response with; undefined as long as no check has passed. */
  shape: StoredShape | undefined;
}

/** A question with a short answer that needs a search, and that any search engine has results for. */
const request: MonitorRequest = {
  prompt: 'What is the weather in New York today? Answer in one sentence.',
  country: 'US',
  include: {},
};

/** Returns whether the circuit of the instance's key is open, so that the provider must not be queried now. */
export async function isCircuitOpen(
  { db, settings }: CheckService,
  { choice }: CheckedProvider,
): Promise<boolean> {
  const credential = getProviderCredential(choice, instanceOwnerId, settings);
  const id = credential && getCredentialId(credential);
  return (await listOpenCircuits(db)).some((circuit) => getCredentialId(circuit) === id);
}

/**
 * Sends one request to a provider, within its rate limit, and compares the response with what the transform reads and with
 * earlier responses. No organization is charged.
 * @param stored the shape of earlier responses
 * @throws the signal's reason if the signal is aborted
 */
export async function checkProvider(
  service: CheckService,
  { choice }: CheckedProvider,
  stored: StoredShape | undefined,
  signal: AbortSignal,
): Promise<CheckResult> {
  const { provider } = choice;
  const texts: string[] = [];
  const credential = getProviderCredential(choice, instanceOwnerId, service.settings);
  const pacer = credential && getPacer(service.pacers, credential);
  let error: ProviderError | undefined;
  try {
    const { answer } = await callWithRetries(provider, request, {
      signal,
      clock: service.clock,
      maxAttempts: 1,
      onBody: (text) => texts.push(text),
      ...(pacer && { onHeaders: pacer.readHeaders, reserveAttempt: pacer.reserveAttempt }),
    });
    pacer?.recordAnswer(answer.tokens);
  } catch (failure) {
    error = toProviderError(failure);
    if (error.retryAfterMs !== undefined) pacer?.pauseFor(error.retryAfterMs);
  }
  // The provider rejected the request, so there is no answer to compare.
  const bodies = error && error.kind !== 'transient' ? [] : texts.flatMap(readBodies);
  const { findings, shape } =
    bodies.length === 0
      ? { findings: [], shape: stored }
      : compareShape(bodies, provider.responseSchema, stored);
  const isFailed = error !== undefined || findings.some(({ isFailure }) => isFailure);
  return { status: isFailed ? 'failed' : 'passed', error, findings, shape: error ? stored : shape };
}

/** @throws errors that are no answer of the provider */
function toProviderError(failure: unknown): ProviderError {
  const cause = failure instanceof ProviderCallError ? failure.cause : undefined;
  if (cause instanceof ProviderError) return cause;
  throw failure;
}

/** Parses a response; empty if it is neither JSON nor a stream, which the provider has already reported. */
function readBodies(text: string): unknown[] {
  try {
    return parseEvents(text).events;
  } catch (error) {
    if (error instanceof ProviderError) return [];
    throw error;
  }
}
