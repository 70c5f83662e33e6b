import { expect, test } from 'vitest';
import {
  describeMissingProviders,
  explainFixedProviders,
  suggestAlternative,
  suggestProviderKey,
} from '../../app/(dashboard)/missing-providers';

const chat = 'ChatGPT';
const gen = 'Gemini';
const fictional = 'It knows only fictional brands and would never mention Kelpcraft.';
const bySandbox = 'are answered by the built-in sandbox.';

test.each([
  [
    'only the sandbox answers',
    { sandboxEngines: ['chat', 'gen'], unavailableEngines: [], isPartial: false },
    'None of the selected engines has a real provider yet, so answers would be fictional',
    [`Prompts ${bySandbox} ${fictional}`],
    'You can also run anyway, to see how it works.',
  ],
  [
    'the sandbox answers one of the engines',
    { sandboxEngines: ['gen'], unavailableEngines: [], isPartial: true },
    `Fictional answers for ${gen}`,
    [`Prompts for ${gen} ${bySandbox} ${fictional}`],
    'You can also deselect this engine, or run anyway.',
  ],
  [
    'no engine has a provider',
    { sandboxEngines: [], unavailableEngines: ['chat', 'gen'], isPartial: false },
    'None of the selected engines has a provider yet, so prompts would fail',
    [`${chat} and ${gen} have no provider, so their prompts would fail. Failed prompts cost no credits.`],
    'You can also select other engines below.',
  ],
  [
    'one of the engines has no provider',
    { sandboxEngines: [], unavailableEngines: ['chat'], isPartial: true },
    `No provider for ${chat}`,
    [`${chat} has no provider, so its prompts would fail. Failed prompts cost no credits.`],
    'You can also deselect this engine, or run anyway.',
  ],
  [
    'the sandbox answers some engines and others have no provider',
    { sandboxEngines: ['gen'], unavailableEngines: ['chat'], isPartial: false },
    'None of the selected engines has a real provider yet, so answers would be fictional or missing',
    [
      `Prompts for ${gen} ${bySandbox} ${fictional}`,
      `${chat} has no provider, so its prompts would fail. Failed prompts cost no credits.`,
    ],
    'You can also run anyway, to see how it works.',
  ],
  [
    'some engines have real providers, some the sandbox and some none',
    { sandboxEngines: ['gen'], unavailableEngines: ['chat'], isPartial: true },
    `No real provider for ${gen} and ${chat}`,
    [
      `Prompts for ${gen} ${bySandbox} ${fictional}`,
      `${chat} has no provider, so its prompts would fail. Failed prompts cost no credits.`,
    ],
    'You can also deselect these engines, or run anyway.',
  ],
])('describes what happens if %s', (_, missing, title, sentences, alternative) => {
  expect(describeMissingProviders(missing, 'Kelpcraft')).toEqual({ title, sentences });
  expect(suggestAlternative(missing, true)).toBe(alternative);
  expect(suggestAlternative(missing, false)).toMatch(/continue and decide/);
});

test('says that no engine has a provider key where engines can’t be selected yet', () => {
  const getTitle = (sandboxEngines: string[], unavailableEngines: string[]) =>
    describeMissingProviders({ sandboxEngines, unavailableEngines, isPartial: false }, '', 'all').title;
  expect(getTitle(['chat'], [])).toBe('No engine has a provider key yet, so answers would be fictional');
  expect(getTitle(['chat'], ['gen'])).toBe(
    'No engine has a provider key yet, so answers would be fictional or missing',
  );
  expect(getTitle([], ['gen'])).toBe('No engine has a provider key yet, so prompts would fail');
});

test('suggests adding a provider key, or asking the operator if the settings allow no provider keys', () => {
  expect(suggestProviderKey(['OpenAI', 'Gemini', 'Perplexity', 'SerpApi'])).toBe(
    'To get real answers, add an API key from a provider such as OpenAI, Gemini or Perplexity.',
  );
  expect(explainFixedProviders(['gen'])).toContain(
    `Provider keys can’t be added for ${gen} on this instance. Ask its operator`,
  );
  expect(explainFixedProviders()).toContain('for any engine on this instance. Ask its operator');
});
