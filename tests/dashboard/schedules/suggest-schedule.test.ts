import { expect, test } from 'vitest';
import type { EngineProvider } from '#lib/contract/engines';
import { defaultSchedule } from '#lib/dashboard/schedules/schedule';
import {
  hasMissingProviders,
  listSandboxEngines,
  listUnavailableEngines,
  suggestSchedule,
} from '#lib/dashboard/schedules/suggest-schedule';

function createProviders(access: Partial<Record<EngineProvider['engine'], EngineProvider['access']>>) {
  return Object.entries({
    chat: 'sandbox',
    gen: 'sandbox',
    answer: 'sandbox',
    office: 'sandbox',
    searchai: 'sandbox',
    overview: 'sandbox',
    ...access,
  } as const).map(([engine, engineAccess]) => ({
    engine: engine as EngineProvider['engine'],
    access: engineAccess,
    title: null,
    model: null,
  }));
}

const conditions = { promptCount: 14, creditsRemaining: 100_000 };

test('suggests only engines with a real provider, not those of the sandbox or without a provider', () => {
  const engineProviders = createProviders({ chat: 'none', gen: 'api', overview: 'page', office: 'service' });
  const { engines } = suggestSchedule(defaultSchedule, { ...conditions, engineProviders });
  expect(engines).toEqual(['gen', 'office', 'overview']);
});

test.each([
  ['all engines are answered by the sandbox', createProviders({})],
  [
    'the given engines have no provider, and the others only the sandbox',
    createProviders({ chat: 'none', gen: 'none', answer: 'none' }),
  ],
  ['the providers are unknown', null],
])('suggests the given engines if %s', (_, engineProviders) => {
  const { engines } = suggestSchedule(defaultSchedule, { ...conditions, engineProviders });
  expect(engines).toEqual(defaultSchedule.engines);
});

test('fits the suggestion to the remaining credits, if they are known', () => {
  const engineProviders = createProviders({ chat: 'api' });
  const suggest = (creditsRemaining: number | 'unreachable') =>
    suggestSchedule(defaultSchedule, { promptCount: 14, creditsRemaining, engineProviders });
  expect(suggest(100)).toMatchObject({ engines: ['chat'], cadence: 'monthly' });
  expect(suggest('unreachable')).toEqual({ ...defaultSchedule, engines: ['chat'] });
});

test('distinguishes engines of the sandbox from engines without a provider', () => {
  const engineProviders = createProviders({ chat: 'none', gen: 'api' });
  const { engines } = defaultSchedule;
  expect(listSandboxEngines(engines, engineProviders)).toEqual(['answer']);
  expect(listUnavailableEngines(engines, engineProviders)).toEqual(['chat']);
  expect(hasMissingProviders(['chat', 'gen'], engineProviders)).toBe(true);
  expect(hasMissingProviders(['answer', 'gen'], engineProviders)).toBe(true);
  expect(hasMissingProviders(['gen'], engineProviders)).toBe(false);
  expect(listUnavailableEngines(engines, null)).toEqual([]);
  expect(hasMissingProviders(engines, null)).toBe(false);
});
