import type { Engine } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';
import {
  type CallOptions,
  CircuitOpenError,
  callWithRetries,
  ProviderCallError,
} from '#lib/providers/call-with-retries';
import { createRatePacer, type RatePacer } from '#lib/providers/rate-pacer';
import type { Provider, ProviderAnswer } from '#lib/providers/shared/provider';
import {
  getCredentialId,
  getProviderCredential,
  type ProviderCredential,
} from '#lib/service/circuit-breaker/provider-credential';
import type { Service } from '#lib/service/instance/service';
import type { ProviderUsage } from '#lib/service/request-log/request-log';

export interface EngineCall {
  /** Id of the task or request. */
  id: string;
  organizationId: string;
  engine: Engine;
  request: MonitorRequest;
  signal: AbortSignal;
  /** Called before each attempt. */
  onAttempt?: () => void;
  /**
   * Set for tasks, which stop with CircuitOpenError while their circuit is open. A `probe` makes one attempt to
   * find out whether the provider has recovered.
   */
  background?: 'waiting' | 'probe';
}

export interface ProviderResult {
  answer: ProviderAnswer<Engine>;
  cost: ProviderUsage;
}

/**
 * Calls the organization's provider of an engine within the provider's rate limits. Every attempt is counted and
 * reported to the circuit breaker.
 * @throws ProviderCallError; CircuitOpenError; the signal's reason if the signal is aborted
 */
export async function callProvider(service: Service, call: EngineCall): Promise<ProviderResult> {
  const { organizationId, engine, request, signal, onAttempt } = call;
  const { clock, stats } = service;
  const choice = await service.providers.resolve<Engine>(organizationId, engine);
  const { provider } = choice;
  const credential = getProviderCredential(choice, organizationId, service.settings);
  const subject = { organizationId, provider: provider.name, engine };
  const options: CallOptions<Engine> = {
    signal,
    clock,
    onAttemptStart: onAttempt,
    onAttemptEnd: ({ ms, answer, error }) => {
      const attempt = { ms, error: error?.kind, cost: answer?.cost, tokens: answer?.tokens };
      stats.recordAttempt(subject, attempt, clock.now());
    },
    onDelayed: (ms) => stats.recordThrottled(subject, ms, clock.now()),
  };
  const { answer } = credential
    ? await callWithCredential(service, call, { provider, credential, options })
    : await callWithRetries(provider, request, options);
  return {
    answer,
    cost: {
      provider: provider.name,
      amount: answer.cost?.amount ?? null,
      currency: answer.cost?.currency ?? null,
      tokens: answer.tokens ?? null,
    },
  };
}

interface CredentialCall {
  provider: Provider<Engine>;
  credential: ProviderCredential;
  options: CallOptions<Engine>;
}

/** Calls a provider that has rate limits and a circuit. */
async function callWithCredential(
  service: Service,
  { id, request, background }: EngineCall,
  { provider, credential, options }: CredentialCall,
) {
  const { circuits } = service;
  const pacer = getPacer(service, credential);
  const circuitOpened = background ? circuits.openSignal(credential) : undefined;
  const isProbe = background === 'probe' && circuitOpened?.aborted;
  const limits = isProbe
    ? { maxAttempts: 1 }
    : { circuitOpened, hangDetected: background && circuits.hangSignal(credential) };
  let endAttempt = () => {};
  try {
    return await callWithRetries(provider, request, {
      ...options,
      ...limits,
      onHeaders: pacer.readHeaders,
      nextDelayMs: pacer.nextDelayMs,
      onAttemptStart: (attempt, timeoutMs) => {
        options.onAttemptStart?.(attempt, timeoutMs);
        endAttempt = circuits.startAttempt(credential, id);
      },
      onAttemptEnd: (outcome) => {
        endAttempt();
        options.onAttemptEnd?.(outcome);
        const { answer, error } = outcome;
        if (error?.retryAfterMs !== undefined) pacer.pauseFor(error.retryAfterMs);
        if (answer) pacer.recordAnswer(answer.tokens);
        circuits.recordOutcome(credential, id, error);
      },
    });
  } catch (error) {
    if (!isProbe || !(error instanceof ProviderCallError) || error.kind === 'permanent') throw error;
    await circuits.recordFailedProbe(credential, error.kind === 'quota' ? 'quota' : 'failing');
    throw new CircuitOpenError(error.message, { cause: error });
  } finally {
    endAttempt();
  }
}

function getPacer({ pacers }: Service, credential: ProviderCredential): RatePacer {
  const id = getCredentialId(credential);
  const pacer = pacers.get(id) ?? createRatePacer();
  pacers.set(id, pacer);
  return pacer;
}
