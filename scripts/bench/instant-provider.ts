import { exampleResults } from '#lib/contract/examples/results/by-engine';
import type { Provider } from '#lib/providers/provider';

/** Answers chat at once with the documented example, so that the bench measures the service and no engine. */
export const instantProvider: Provider<'chat'> = {
  name: 'instant',
  engine: 'chat',
  timeoutMs: 1000,
  answersPast: false,
  ask: async () => ({ result: exampleResults.chat }),
};
