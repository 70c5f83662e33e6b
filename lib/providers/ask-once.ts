import type { Engine } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';
import {
  type Provider,
  type ProviderAnswer,
  type ProviderContext,
  ProviderFailure,
} from '#lib/providers/provider';

/** One attempt, ended as a transient failure when it outlasts `timeoutMs`. @throws ProviderFailure */
export async function askOnce<E extends Engine>(
  provider: Provider<E>,
  request: MonitorRequest,
  { signal, clock }: ProviderContext,
  timeoutMs: number,
): Promise<ProviderAnswer<E>> {
  const timeout = AbortSignal.timeout(Math.ceil(timeoutMs));
  try {
    return await provider.ask(request, { signal: AbortSignal.any([signal, timeout]), clock });
  } catch (error) {
    if (!timeout.aborted || signal.aborted) throw error;
    throw new ProviderFailure(
      'transient',
      `${provider.name} did not answer within ${Math.round(timeoutMs)} ms.`,
      { cause: error },
    );
  }
}
