import type { MonitorRequest } from '#lib/contract/requests';
import { createFixedClock } from '#lib/core/time';
import { createSandboxProvider } from '#lib/providers/sandbox-provider';
import type { ProviderAnswer } from '#lib/providers/shared/provider';
import type { SandboxEngine } from '#lib/sandbox/request/engine-profile';

/** The engines of the demo. */
export const demoEngines = ['chat', 'gen', 'answer'] as const satisfies readonly SandboxEngine[];

/** Default time of requests in tests of the sandbox. */
export const requestedAt = '2026-11-21T09:15:00Z';

/** Queries the sandbox's provider with a fixed clock. */
export function querySandbox<E extends SandboxEngine>(
  engine: E,
  prompt: string,
  options: Partial<MonitorRequest> & { at?: string } = {},
): Promise<ProviderAnswer<E>> {
  const { at = requestedAt, ...request } = options;
  return createSandboxProvider(engine).query(
    { prompt, country: 'US', include: {}, ...request },
    { clock: createFixedClock(new Date(at)), signal: new AbortController().signal },
  );
}

/** All engines that the sandbox supports. */
export const allSandboxEngines = [
  ...demoEngines,
  'office',
  'searchai',
  'overview',
  'search',
  'search/news',
] as const satisfies readonly SandboxEngine[];

/** Returns every URL in an answer. */
export function listUrls(answer: unknown): string[] {
  return JSON.stringify(answer).match(/https?:\/\/[^\s")\\<]+/g) ?? [];
}
