import { expect, test } from 'vitest';
import { formatCountry, formatCountryInSentence } from '#lib/contract/country-names';
import { formatEngineList, formatEngineWithModel } from '#lib/contract/engine-labels';
import { engines, getEngineName } from '#lib/contract/engines';
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

test('shows every engine by the name that people know', () => {
  expect(engines.map(getEngineName)).toEqual([
    'ChatGPT',
    'Gemini',
    'Grok',
    'Perplexity',
    'Microsoft Copilot',
    'Google AI Mode',
    'Google AI Overview',
    'Google Search',
    'Google News',
  ]);
});

test('lists engines in a sentence, and unknown ones by their key', () => {
  expect(formatEngineList(['chat', 'answer'])).toBe('ChatGPT and Perplexity');
  expect(formatEngineList(['unknown'])).toBe('unknown');
});

test('capitalizes domain types', () => {
  expect(capitalize('reviews')).toBe('Reviews');
});

test.each([
  [{ engine: 'chat', model: 'gpt-5.2-2025-12-11', isFictional: false }, 'ChatGPT · gpt-5.2'],
  [{ engine: 'gen', model: null, isFictional: false }, 'Gemini'],
  [{ engine: 'chat', model: 'sandbox-chat-5', isFictional: true }, 'ChatGPT · Sandbox'],
  [{ engine: 'unknown', model: 'm1', isFictional: false }, 'unknown · m1'],
  [{ engine: 'unknown', model: null, isFictional: false }, 'unknown'],
])('labels %o as %s', (engine, label) => {
  expect(formatEngineWithModel(engine)).toBe(label);
});
