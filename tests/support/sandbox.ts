import type { MonitorRequest } from '#lib/contract/requests';
import { fixedClock } from '#lib/core/clock';
import { sandboxProvider } from '#lib/providers/sandbox/provider';
import type { ProviderAnswer } from '#lib/providers/shared/provider';
import type { SandboxEngine } from '#lib/sandbox/request/engine-profile';

/** The assistants the demo watches. */
export const sandboxEngines = ['chat', 'gen', 'answer'] as const satisfies readonly SandboxEngine[];

/** The instant the sandbox's tests ask at unless they say otherwise. */
export const requestedAt = '2026-11-21T09:15:00Z';

/** Asks the sandbox through its provider, with the clock standing at an instant. */
export function askSandbox<E extends SandboxEngine>(
  engine: E,
  prompt: string,
  options: Partial<MonitorRequest> & { at?: string } = {},
): Promise<ProviderAnswer<E>> {
  const { at = requestedAt, ...request } = options;
  return sandboxProvider(engine).query(
    { prompt, country: 'US', include: {}, ...request },
    { clock: fixedClock(new Date(at)), signal: new AbortController().signal },
  );
}

/** Every engine the sandbox plays. */
export const playedEngines = [
  ...sandboxEngines,
  'office',
  'searchai',
  'overview',
  'search',
  'search/news',
] as const satisfies readonly SandboxEngine[];

/** Every web address in an answer. */
export function addressesIn(answer: unknown): string[] {
  return JSON.stringify(answer).match(/https?:\/\/[^\s")\\<]+/g) ?? [];
}
