import { expect, test } from 'vitest';
import { parseEnv } from '#lib/core/env';
import { explainDenial } from '#lib/core/permissions';
import { listAvailableProviders } from '#lib/service/provider-keys/available-providers';
import { renderInApp } from '#tests/support/render-in-app';
import { ProviderNotice } from '../../app/(dashboard)/projects/provider-notice';

const keyDenial = explainDenial({ kind: 'member', userId: 'ada', role: 'editor' }, 'providers.manage');

function render(setting: string, denial: string | null = null): string {
  const engines = [
    { engine: 'chat', access: 'none', title: null, model: null },
    { engine: 'gen', access: 'sandbox', title: null, model: null },
  ] as const;
  const keyProviders = listAvailableProviders(parseEnv({ ENGINE_PROVIDERS: setting }));
  return renderInApp(
    <ProviderNotice
      brand="Kelpcraft"
      engines={['chat', 'gen']}
      providers={{ engines, keyProviders, keyDenial: denial }}
      canStartRun
      canExploreDemo={false}
    />,
  );
}

test('offers a key to those who can add one, and gives others the reason why they can’t', () => {
  expect(render('chat=openai')).toContain('add an API key from a provider such as OpenAI');
  expect(render('chat=openai')).toContain('aria-haspopup="dialog"');
  expect(keyDenial).toContain('Only owners and admins');
  expect(render('chat=openai', keyDenial)).toContain(keyDenial);
  expect(render('chat=openai', keyDenial)).toContain('aria-disabled="true"');
});

test.each([null, keyDenial])('suggests no provider key if ENGINE_PROVIDERS excludes it', (denial) => {
  const html = render('chat=sandbox,gen=sandbox', denial);
  expect(html).toContain('Provider keys can’t be added for Gen');
  expect(html).not.toContain('Add provider key');
  expect(html).not.toContain('Only owners and admins');
});
