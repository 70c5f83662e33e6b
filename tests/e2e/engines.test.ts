import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseEnv } from '#lib/core/env';
import { systemClock } from '#lib/core/time';
import { selectProvider } from '#lib/providers/registry';
import { getProviderCredential } from '#lib/service/circuit-breaker/circuit-store';
import { type MockProviderServer, startMockProviders } from '#scripts/mock-providers/server';
import { createTestProject } from '#tests/support/dashboard';
import { engineName } from '#tests/support/engine-name';
import { fixturesFolder } from '#tests/support/recordings';
import { waitFor } from '#tests/support/wait';
import { type EmptyInstance, openEmptyInstance, signUp } from './open-empty-instance';
import { findAccessibilityIssues, measureOverflow } from './page-checks';

let mockProviders: MockProviderServer;
let app: EmptyInstance;
let page: Page;

beforeAll(async () => {
  mockProviders = await startMockProviders({ folder: fixturesFolder });
  app = await openEmptyInstance(
    {},
    { OPENAI_BASE_URL: mockProviders.url, GEMINI_BASE_URL: mockProviders.url },
  );
  page = app.page;
}, 300_000);

afterAll(async () => {
  await app?.close();
  await mockProviders?.close();
});

const ownKey = 'sk-own-key-of-ada-7777';
const chat = 'ChatGPT';
const getRow = (table: string, name: string) =>
  page
    .getByRole('table', { name: table })
    .getByRole('row')
    .filter({ has: page.getByText(name, { exact: true }) });

it('adds a provider key, shows the engine that uses it, and removes it', async () => {
  await signUp(page, app.url, { organization: 'Kayaks', email: 'ada@kayaks.example' });
  await page.goto(`${app.url}/developers`);
  await page
    .getByRole('navigation', { name: 'API & webhooks' })
    .getByRole('link', { name: 'Providers' })
    .click();
  await page
    .getByText('8 of 9 engines use the sandbox, which returns fictional answers; Grok needs a provider key.')
    .waitFor();
  await page.getByText('An API can answer differently', { exact: false }).waitFor();

  await page.getByRole('button', { name: 'Add key for OpenAI' }).click();
  await page.getByRole('button', { name: 'Check and save key' }).click();
  await page.getByText('Enter the key. Copy it from the provider.').waitFor();
  await page.getByLabel('API key').fill(ownKey);
  await page.getByRole('button', { name: 'Check and save key' }).click();
  await page.getByText('OpenAI key works', { exact: true }).waitFor();
  await expect.poll(() => getRow('Your provider keys', 'OpenAI').textContent()).toContain('…7777');
  await expect.poll(() => getRow('Engines', chat).textContent()).toContain('OpenAI gpt-5.2 · your key');
  const { rows } = await app.db.$client.query(
    'SELECT keys_encrypted, organization_id AS id FROM provider_keys',
  );
  expect(rows[0].keys_encrypted).not.toContain('own-key');
  expect(await page.content()).not.toContain('sk-own-key');

  const organizationId = rows[0].id;
  const owner = { db: app.db, clock: systemClock, organizationId, actor: { kind: 'operator' } } as const;
  const { id: projectId } = await createTestProject(owner);
  await page.goto(`${app.url}/projects/${projectId}/schedule`);
  const selected = page.getByRole('checkbox', { checked: true, name: engineName });
  await expect.poll(() => selected.count()).toBe(1);
  await page.getByRole('button', { name: 'Run now' }).waitFor();
  await page.getByRole('checkbox', { name: 'Gemini' }).click();
  await page.getByText('Fictional answers for Gemini').waitFor();
  await page.getByRole('button', { name: 'Run anyway' }).waitFor();
  expect(await findAccessibilityIssues(page)).toEqual([]);
  await page.goto(`${app.url}/developers/engines`);

  const selection = selectProvider('chat', parseEnv({}), { OPENAI_API_KEY: ownKey });
  const credential = getProviderCredential(selection, organizationId, parseEnv(app.env));
  await app.db.$client.query(
    `INSERT INTO circuit_breakers (organization_id, provider, key_fingerprint, reason, opened_at, probe_at)
     VALUES ($1, 'openai', $2, 'failing', now(), now() + interval '1 minute')`,
    [organizationId, credential?.keyFingerprint],
  );
  await page.reload();
  await expect.poll(() => getRow('Engines', chat).textContent()).toContain('Failing');
  await expect
    .poll(() => getRow('Engines', chat).textContent())
    .toContain('One task at a time is sent to check whether the provider works again');

  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Remove key' }).click();
  await expect.poll(() => getRow('Engines', chat).textContent()).toContain('Sandbox');
});

it('shows the numbers of requests and errors at every width and in both color schemes', async () => {
  const { rows } = await app.db.$client.query('SELECT id FROM organizations WHERE name = $1', ['Kayaks']);
  const organizationId = rows[0].id;
  await app.db.$client.query(
    `INSERT INTO provider_stats_hourly SELECT $1, 'sandbox', engine, date_trunc('hour', now()), 1204, 31, 2, 0, 7, 41000,
       ARRAY[10,20,300,400,200,100,50,30,20,10,10,10,5,5,1,0,0,0], 400000, 90000, 1.2345, 'USD'
     FROM unnest(ARRAY['chat', 'gen']) AS engine`,
    [organizationId],
  );
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.reload();
      await waitFor('the request counts are shown', async () =>
        (await page.textContent('main'))?.includes('2,408 requests'),
      );
      expect(await getRow('Engines', chat).textContent()).toMatch(
        /1,204.*33.*31 temporary · 2 rejected.*\$1\.23/,
      );
      expect(await findAccessibilityIssues(page), `${width} ${colorScheme}`).toEqual([]);
      expect(await measureOverflow(page), `${width} ${colorScheme}`).toBe(0);
    }
  }
});
