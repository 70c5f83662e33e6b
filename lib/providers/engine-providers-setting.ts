import { engines } from '#lib/contract/engines';

/**
 * Parses the setting `ENGINE_PROVIDERS`, such as `chat=dataforseo,gen=sandbox`, into provider names by engine.
 * @throws Error with one line if it contains an unknown engine
 */
export function parseEngineProviders(setting: string | undefined): Map<string, string> {
  const names = new Map<string, string>();
  for (const entry of setting?.split(',') ?? []) {
    const [engine = '', name = ''] = entry.split('=');
    if (!engines.some((known) => known === engine)) {
      throw new Error(
        `Invalid ENGINE_PROVIDERS: there is no engine "${engine}". Use one of ${engines.join(', ')}.`,
      );
    }
    names.set(engine, name);
  }
  return names;
}
