import { afterEach, expect, test } from 'vitest';
import { parseEnv } from '#lib/core/env';
import { processState } from '#lib/core/process-state';
import type { ProviderChoice } from '#lib/providers/registry';
import { selectProvider } from '#lib/providers/registry';
import { provideEngineAccess } from '#lib/web/engine-access';

afterEach(() => {
  processState.getEngineAccess = undefined;
});

async function readAccess(environment: Record<string, string>) {
  const settings = parseEnv({ OPENAI_API_KEY: 'key', PORT: '3000', ...environment });
  provideEngineAccess({
    settings,
    providers: {
      resolve: async (_organizationId, engine): Promise<ProviderChoice<typeof engine>> =>
        selectProvider(engine, settings),
    },
  });
  return processState.getEngineAccess?.('00000000-0000-0000-0000-000000000000');
}

test('pages know how engines are queried if the dashboard uses this instance', async () => {
  expect(await readAccess({})).toEqual({ chat: 'api' });
  expect(await readAccess({ ENGINE_PROVIDERS: 'chat=sandbox' })).toEqual({});
});

test('pages do not know how engines are queried if the dashboard uses another service or a shared API key', async () => {
  expect(await readAccess({ API_BASE_URL: 'https://service.example' })).toBe(undefined);
  expect(await readAccess({ API_KEY: 'key', API_BASE_URL: 'http://127.0.0.1:3000' })).toBe(undefined);
});
