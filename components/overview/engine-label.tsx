import { engineFacts, engines } from '#lib/contract/engines';

/** What the dashboard calls an engine, by its key. */
export function engineLabel(key: string): string {
  const engine = engines.find((one) => one === key);
  return engine ? engineFacts[engine].label : key;
}
