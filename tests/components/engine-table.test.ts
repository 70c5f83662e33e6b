import { expect, test } from 'vitest';
import type { EngineStatus } from '#lib/service/provider-stats/engine-status';
import { describeProviders, describeStatus } from '../../app/(dashboard)/developers/engines/engine-table';

const stats: EngineStatus['stats'] = {
  requests: 0,
  transientErrors: 0,
  permanentErrors: 0,
  quotaErrors: 0,
  throttledCount: 0,
  throttledMs: 0,
  tokens: 0,
  medianMs: undefined,
  p95Ms: undefined,
  cost: undefined,
};

const toStatus = (label: string, provider: string | undefined): EngineStatus => ({
  engine: 'chat',
  label,
  provider,
  model: null,
  keyOwner: undefined,
  circuit: undefined,
  queued: 0,
  stats,
});

test.each([
  [
    ['Sandbox', 'Sandbox', 'Sandbox'],
    'All engines use the sandbox, which returns fictional answers. Add a provider key to use real engines.',
  ],
  [
    ['Sandbox', 'Sandbox', undefined],
    '2 of 3 engines use the sandbox, which returns fictional answers; Grok needs a provider key.',
  ],
  [
    ['Sandbox', undefined, undefined],
    '1 of 3 engines uses the sandbox, which returns fictional answers; Gemini and Grok need a provider key.',
  ],
  [
    ['Sandbox', 'Gemini', undefined],
    'Gemini for Gemini; the sandbox for ChatGPT; Grok needs a provider key.',
  ],
  [['OpenAI', 'OpenAI', 'OpenAI'], 'OpenAI for ChatGPT, Gemini and Grok.'],
  [[undefined, undefined, undefined], 'Every engine needs a provider key.'],
])('describes which engines are served by the providers %j', (providers, expected) => {
  const statuses = providers.map((provider, index) =>
    toStatus(['ChatGPT', 'Gemini', 'Grok'][index] ?? '', provider),
  );
  expect(describeProviders(statuses)).toBe(expected);
});

test.each([
  ['organization', /Increase your quota at the provider\.$/],
  ['instance', /Add your own key below, or ask the operator of this instance to increase the quota\.$/],
] as const)('says what to do if a key of the %s is out of quota', (keyOwner, action) => {
  const circuit = { reason: 'quota', openedAt: new Date('2026-11-20T12:00:00Z'), notice: null } as const;
  const status = describeStatus({ ...toStatus('ChatGPT', 'OpenAI'), keyOwner, circuit });
  expect(status).toMatchObject({ label: 'Out of quota', detail: expect.stringMatching(action) });
});

test('says what the provider retired and what to do', () => {
  const notice = 'Perplexity retired this endpoint; update Answerscope.';
  const circuit = { reason: 'retired', openedAt: new Date('2026-11-20T12:00:00Z'), notice } as const;
  const status = describeStatus({
    ...toStatus('Perplexity', 'Perplexity'),
    keyOwner: 'instance',
    circuit,
    queued: 2,
  });
  expect(status).toEqual({
    label: 'Retired',
    tone: 'danger',
    detail: expect.stringMatching(
      /^Perplexity retired this endpoint; update Answerscope\. Since .* 2 tasks queued\./,
    ),
  });
});
