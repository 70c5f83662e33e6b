import { expect, test } from 'vitest';
import { formatCountry, formatCountryInSentence } from '#lib/contract/country-names';
import { formatEngine, formatEngineList, formatEngineWithModel } from '#lib/contract/engine-labels';
import { engines } from '#lib/contract/engines';
import { formatList } from '#lib/core/lists';
import { capitalize } from '#lib/core/text';

test('names countries and returns unknown codes unchanged', () => {
  expect(['JP', 'DE', 'US'].map(formatCountry)).toEqual(['Japan', 'Germany', 'United States']);
  expect(['', 'jp', 'QQ', 'USA'].map(formatCountry)).toEqual(['', 'jp', 'QQ', 'USA']);
});

test.each([
  ['JP', 'Japan'],
  ['US', 'the United States'],
  ['NL', 'the Netherlands'],
])('names %s in a sentence as %s', (code, name) => {
  expect(formatCountryInSentence(code)).toBe(name);
});

test('joins names in a sentence', () => {
  expect([[], ['A'], ['A', 'B'], ['A', 'B', 'C']].map(formatList)).toEqual([
    '',
    'A',
    'A and B',
    'A, B and C',
  ]);
});

const labels = {
  chat: { model: 'sandbox-chat-5', isFictional: true },
  answer: { model: null, isFictional: true },
  gen: { model: 'gemini-3', isFictional: false },
};

test('shows every engine with its product', () => {
  expect(engines.map((engine) => formatEngine(engine))).toEqual([
    'Chat · OpenAI (ChatGPT)',
    'Gen · Google Gemini',
    'Social · xAI Grok',
    'Answer · Perplexity',
    'Office · Microsoft Copilot',
    'Search AI · Google AI Mode',
    'Overview · Google AI Overview',
    'Search · Google',
    'News · Google News',
  ]);
});

test('mentions the sandbox once if it answers for every engine of a list', () => {
  expect(formatEngineList(['chat', 'answer'], labels)).toBe(
    'Chat · OpenAI (ChatGPT) and Answer · Perplexity (all from the sandbox)',
  );
  expect(formatEngineList(['chat', 'gen'], labels)).toBe(
    'Chat · OpenAI (ChatGPT) · Sandbox and Gen · Google Gemini',
  );
  expect(formatEngineList(['chat'], labels)).toBe('Chat · OpenAI (ChatGPT) · Sandbox');
});

test('labels engines and domain types', () => {
  expect(formatEngine('chat')).toBe('Chat · OpenAI (ChatGPT)');
  expect(formatEngine('chat', labels)).toBe('Chat · OpenAI (ChatGPT) · Sandbox');
  expect(formatEngine('gen', labels)).toBe('Gen · Google Gemini');
  expect(formatEngine('unknown')).toBe('unknown');
  expect(capitalize('reviews')).toBe('Reviews');
});

test.each([
  [{ engine: 'chat', model: 'gpt-5.2-2025-12-11', isFictional: false }, 'Chat · OpenAI (ChatGPT) · gpt-5.2'],
  [{ engine: 'gen', model: null, isFictional: false }, 'Gen · Google Gemini'],
  [{ engine: 'chat', model: 'sandbox-chat-5', isFictional: true }, 'Chat · OpenAI (ChatGPT) · Sandbox'],
  [{ engine: 'unknown', model: 'm1', isFictional: false }, 'unknown · m1'],
  [{ engine: 'unknown', model: null, isFictional: false }, 'unknown'],
])('labels %o as %s', (engine, label) => {
  expect(formatEngineWithModel(engine)).toBe(label);
});
