import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Engine } from '#lib/contract/engines';
import { parseEnv } from '#lib/core/env';
import { createInstanceProvider, type ProviderName } from '#lib/providers/registry';
import { compareShape } from '#lib/providers/response-shape/compare-shape';
import {
  fixturesFolder,
  hasRecordings,
  readRecordedEvents,
  recordingsFolder,
  recordingsTitleSuffix,
} from '../../support/recordings.ts';

const providers: Record<string, [ProviderName, Engine]> = {
  openai: ['openai', 'chat'],
  gemini: ['gemini', 'gen'],
  xai: ['xai', 'social'],
  perplexity: ['perplexity', 'answer'],
};
const settings = parseEnv({
  OPENAI_API_KEY: 'k',
  GEMINI_API_KEY: 'k',
  XAI_API_KEY: 'k',
  PERPLEXITY_API_KEY: 'k',
});

/** Answers of Perplexity's chat completions, which it retired. */
const isRetired = (name: string) => /^perplexity\/(?!agent-|kayaks)/.test(name);

/** Lists the answers in a folder; files that start with `error-` or `blocked-` contain none. */
function listAnswers(folder: string): string[] {
  const names = Object.keys(providers).join(',');
  return globSync(`{${names}}/*.{json,txt}`, { cwd: folder })
    .filter((name) => !/^(?:error|blocked)-/.test(basename(name)))
    .toSorted();
}

function getSchema(name: string) {
  const [provider, engine] = providers[dirname(name)] ?? ['openai', 'chat'];
  const created = createInstanceProvider<Engine>(provider, engine, settings);
  if (!created) throw new Error(`${provider} does not serve ${engine}.`);
  return created.provider.responseSchema;
}

function findFailures(name: string, folder: string) {
  const { events } = readRecordedEvents(name, folder);
  const { findings, shape } = compareShape(events, getSchema(name), undefined);
  expect(findings.filter(({ isFailure }) => isFailure)).toEqual([]);
  expect(shape).toBeDefined();
  // The same response again is as expected.
  expect(compareShape(events, getSchema(name), shape).findings).toEqual([]);
}

describe('fixtures', () => {
  it.each(listAnswers(fixturesFolder))('%s is as expected', (name) => findFailures(name, fixturesFolder));
});

describe.skipIf(!hasRecordings)(`recorded answers${recordingsTitleSuffix}`, () => {
  const recorded = hasRecordings ? listAnswers(recordingsFolder) : [''];
  it.each(recorded.filter((name) => !isRetired(name)))('%s is as expected', (name) =>
    findFailures(name, recordingsFolder),
  );

  it.each(recorded.filter(isRetired))('%s, of a retired endpoint, is not as expected', (name) => {
    const { events } = readRecordedEvents(name, recordingsFolder);
    const { findings } = compareShape(events, getSchema(name), undefined);
    expect(findings.filter(({ isFailure }) => isFailure)).toMatchObject([{ kind: 'missing' }]);
  });
});
