import { expect, test } from 'vitest';
import type { EngineProvider } from '#lib/contract/engines';
import { describeLongPrompts } from '../../app/(dashboard)/projects/[projectId]/prompts/long-prompts';

const providers: EngineProvider[] = [
  { engine: 'searchai', access: 'page', title: 'DataForSEO', model: null, maxPromptLength: 700 },
  { engine: 'overview', access: 'page', title: 'DataForSEO', model: null, maxPromptLength: 700 },
  { engine: 'gen', access: 'api', title: 'Gemini', model: 'gemini' },
];
const prompts = [{ text: 'a'.repeat(700) }, { text: '🛶'.repeat(701) }];

test('names the prompts that are too long for the providers of the schedule’s engines', () => {
  expect(describeLongPrompts(prompts, ['searchai', 'overview', 'gen'], providers)).toEqual([
    'DataForSEO accepts prompts of at most 700 characters for Google AI Mode and Google AI Overview. 1 prompt is longer and will fail there without being sent.',
  ]);
});

test('is silent if the schedule has no engine with a limit, or no prompt is longer', () => {
  expect(describeLongPrompts(prompts, ['gen'], providers)).toEqual([]);
  expect(describeLongPrompts(prompts.slice(0, 1), ['searchai'], providers)).toEqual([]);
});
