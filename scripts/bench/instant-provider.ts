import { exampleResults } from '#lib/contract/examples/examples';
import type { Provider } from '#lib/providers/shared/provider';

/** A provider that answers immediately with the documented example, so that only the service is measured. */
export const instantProvider: Provider<'chat'> = {
  name: 'instant',
  engine: 'chat',
  timeoutMs: 1000,
  targeting: [],
  query: async () => ({ result: exampleResults.chat }),
};
