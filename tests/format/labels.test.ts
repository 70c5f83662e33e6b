import { expect, test } from 'vitest';
import {
  capitalize,
  formatCountry,
  formatCountryInSentence,
  formatEngine,
  formatEngineWithModel,
  formatList,
} from '#lib/format/labels';

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

test('labels engines and domain types', () => {
  expect(formatEngine('chat')).toBe('Chat · OpenAI');
  expect(formatEngine('chat', { chat: 'Chat · Sandbox' })).toBe('Chat · Sandbox');
  expect(formatEngine('unknown')).toBe('unknown');
  expect(capitalize('reviews')).toBe('Reviews');
});

test.each([
  [{ engine: 'chat', model: 'gpt-5.2-2025-12-11', isFictional: false }, 'Chat · OpenAI gpt-5.2'],
  [{ engine: 'gen', model: null, isFictional: false }, 'Gen · Gemini'],
  [{ engine: 'chat', model: 'sandbox-chat-5', isFictional: true }, 'Chat · Sandbox'],
  [{ engine: 'unknown', model: 'm1', isFictional: false }, 'unknown · m1'],
  [{ engine: 'unknown', model: null, isFictional: false }, 'unknown'],
])('labels %o as %s', (engine, label) => {
  expect(formatEngineWithModel(engine)).toBe(label);
});
