import { expect, test } from 'vitest';
import type { EngineProvider } from '#lib/contract/engines';
import { parseEnv } from '#lib/core/env';
import { explainDenial } from '#lib/core/permissions';
import { listAvailableProviders } from '#lib/service/provider-keys/available-providers';
import { renderInApp } from '#tests/support/render-in-app';
import { ProviderNotice } from '../../app/(dashboard)/projects/provider-notice';

const keyDenial = explainDenial({ kind: 'member', userId: 'ada', role: 'editor' }, 'providers.manage');

const answer: EngineProvider = { engine: 'answer', access: 'api', title: null, model: null };

interface Options {
  denial?: string | null;
  canStartRun?: boolean;
  others?: readonly EngineProvider[];
}

function render(setting: string, { denial = null, canStartRun = true, others = [] }: Options = {}): string {
  const engines = [
    { engine: 'chat', access: 'none', title: null, model: null },
    { engine: 'gen', access: 'sandbox', title: null, model: null },
    ...others,
  ] as const;
  const keyProviders = listAvailableProviders(parseEnv({ ENGINE_PROVIDERS: setting }));
  return renderInApp(
    <ProviderNotice
      brand="Kelpcraft"
      engines={['chat', 'gen']}
      providers={{ engines, keyProviders, keyDenial: denial }}
      canStartRun={canStartRun}
      canExploreDemo={false}
    />,
  );
}

test('offers a key to those who can add one, and gives others the reason why they can’t', () => {
  expect(render('chat=openai')).toContain('add an API key from a provider such as OpenAI');
  expect(render('chat=openai')).toContain('aria-haspopup="dialog"');
  expect(keyDenial).toContain('Only owners and admins');
  const denied = render('chat=openai', { denial: keyDenial });
  expect(denied).toContain(keyDenial);
  expect(denied).toContain('aria-disabled="true"');
});

test.each([null, keyDenial])(
  'suggests no provider key if ENGINE_PROVIDERS fixes the sandbox for the engines',
  (denial) => {
    const html = render('chat=sandbox,gen=sandbox', { denial });
    expect(html).toContain('Provider keys can’t be added for Gemini');
    expect(html).not.toContain('Add provider key');
    expect(html).not.toContain('Only owners and admins');
  },
);

test('speaks of selected engines where a run can be started, and elsewhere only if another engine has a provider', () => {
  const selected = 'None of the selected engines has a real provider yet';
  const all = 'No engine has a provider key yet';
  expect(render('chat=openai')).toContain(selected);
  expect(render('chat=openai', { canStartRun: false })).toContain(all);
  expect(render('chat=openai', { canStartRun: false, others: [answer] })).toContain(selected);
});
