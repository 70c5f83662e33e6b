import type { Engine } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';
import { ServiceError } from '#lib/core/errors';
import {
  type AttemptOutcome,
  CircuitOpenError,
  callWithRetries,
  ProviderCallError,
} from '#lib/providers/call-with-retries';
import type { ProviderChoice } from '#lib/providers/registry';
import type { ProviderAnswer } from '#lib/providers/shared/provider';
import { getProviderCredential, type ProviderCredential } from '#lib/service/circuit-breaker/account';
import { circuitsOf } from '#lib/service/circuit-breaker/circuits-of';
import { resolveProvider } from '#lib/service/provider-keys/choice-for';
import { figuresOf } from '#lib/service/provider-stats/keep-figures';
import { paceOf } from '#lib/service/requests/pace-of';
import type { Service } from '#lib/service/service';

export interface EngineCall {
  /** Tells questions apart: the id of the task or request. */
  id: string;
  organizationId: string;
  engine: Engine;
  request: MonitorRequest;
  signal: AbortSignal;
  /** Told before each attempt at the engine. */
  onAttempt?: (attempt: number) => void;
  /**
   * Work that can wait: it gives up with StoodDown while its vendor is dead, but for a `probe`, which is the one
   * attempt that finds out whether it still is.
   */
  background?: 'waiting' | 'probe';
}

/** What an answer took. */
export interface ProviderUsage {
  /** Who answered: a vendor, or `sandbox`. */
  provider: string;
  /** In the vendor's own money, where its body says it. */
  amount: number | null;
  currency: string | null;
  tokens: number | null;
}

export interface ProviderResult {
  answer: ProviderAnswer<Engine>;
  cost: ProviderUsage;
}

/**
 * Asks whoever answers the engine for this organization: at the pace that the vendor asks for, with every attempt
 * counted and told to the vendor's circuit.
 * @throws AskFailure, StoodDown, ServiceError VALIDATION_ERROR, the signal's reason
 */
export async function callProvider(service: Service, input: EngineCall): Promise<ProviderResult> {
  const { organizationId, engine, request, signal } = input;
  const choice: ProviderChoice<Engine> = await resolveProvider(service, organizationId, engine);
  const { provider } = choice;
  const account = getProviderCredential(choice, organizationId, service.settings);
  const asked = { organizationId, provider: provider.name, engine };
  const figures = figuresOf(service.db);
  const { clock } = service;
  const onAttemptEnd = ({ ms, answer, error }: AttemptOutcome<Engine>) => {
    const attempt = { ms, failure: error?.kind, cost: answer?.cost, tokens: answer?.tokens };
    figures.count(asked, attempt, clock.now());
  };
  const options = { signal, clock, onAttemptStart: input.onAttempt };
  const asking = account
    ? askAccount(service, input, {
        choice,
        account,
        options,
        onEnded: onAttemptEnd,
        onWait: (ms) => figures.wait(asked, ms, clock.now()),
      })
    : callWithRetries(provider, request, { ...options, onAttemptEnd });
  const { answer } = await asking;
  const { cost, tokens } = answer;
  return {
    answer,
    cost: {
      provider: provider.name,
      amount: cost?.amount ?? null,
      currency: cost?.currency ?? null,
      tokens: tokens ?? null,
    },
  };
}

interface AccountAsking {
  choice: ProviderChoice<Engine>;
  account: ProviderCredential;
  options: Parameters<typeof callWithRetries<Engine>>[2];
  onEnded: (ended: AttemptOutcome<Engine>) => void;
  onWait: (ms: number) => void;
}

/** Asks a vendor with a key. */
async function askAccount(
  { db }: Service,
  { id, request, background }: EngineCall,
  { choice, account, options, onEnded, onWait }: AccountAsking,
) {
  const circuits = circuitsOf(db);
  const pace = paceOf(account);
  const circuitOpened = background ? circuits.standDown(account) : undefined;
  const probing = background === 'probe' && circuitOpened?.aborted;
  let end = () => {};
  const begin = (attempt: number, timeoutMs: number) => {
    options.onAttemptStart?.(attempt, timeoutMs);
    end = circuits.begin(account, id);
  };
  const ended = (attempt: AttemptOutcome<Engine>) => {
    end();
    onEnded(attempt);
    const { answer, error } = attempt;
    if (error?.retryAfterMs !== undefined) pace.pauseFor(error.retryAfterMs);
    if (answer) pace.recordAnswer(answer.tokens);
    circuits.note(account, id, error);
  };
  try {
    return await callWithRetries(choice.provider, request, {
      ...options,
      onHeaders: pace.readHeaders,
      onAttemptStart: begin,
      onAttemptEnd: ended,
      nextDelayMs: pace.nextDelayMs,
      onDelayed: onWait,
      ...(probing
        ? { maxAttempts: 1 }
        : { circuitOpened, hangDetected: background && circuits.abandon(account) }),
    });
  } catch (error) {
    if (!probing || !(error instanceof ProviderCallError) || error.kind === 'permanent') throw error;
    await circuits.failedProbe(account, error.kind === 'quota' ? 'quota' : 'failing');
    throw new CircuitOpenError(error.message, { cause: error });
  } finally {
    end();
  }
}
