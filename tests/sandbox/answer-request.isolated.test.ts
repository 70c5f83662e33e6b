import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countryCodes, usStates } from '#lib/contract/countries';
import { engineSpecs } from '#lib/contract/engines';
import type { MonitorRequest } from '#lib/contract/requests';
import { resultSchemas } from '#lib/contract/results/by-engine';
import type { SandboxEngine } from '#lib/sandbox/request/engine-profile';
import { measureCpuMs } from '#tests/support/process';
import { allSandboxEngines, listUrls, querySandbox, requestedAt } from '#tests/support/sandbox';

const words = [
  'trail shoes',
  'Tarnhoof',
  'vs',
  'cheap',
  'best',
  'buy',
  'hotel',
  'trip',
  'near me',
  'in Paris',
  'shop',
  'how to',
  'video',
  'news',
  'mattress',
  'problem',
  '雲の足',
  '<script>',
  '"',
  '🐐',
  'restaurant',
  'in Texas',
  'price',
  '\\',
  '%',
];
const include = {
  html: true,
  markdown: true,
  rawResponse: true,
  searchQueries: true,
  ads: true,
  shopping: true,
  overview: { markdown: true },
} as const;

const prompt = fc.oneof(
  // Emoji at every offset: cutting the prompt must not split one of them.
  fc.integer({ min: 0, max: 320 }).map((length) => `buy ${'a'.repeat(length)}🐐🐐 near me`),
  fc.string({ minLength: 1, unit: 'binary' }),
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 8 }).map((list) => list.join(' ')),
);
const place = fc.oneof(
  fc.constantFrom('Austin,Texas,United States', 'Lyon,Auvergne,France', 'A,B,C', '"<b>,&,x'),
  fc.string({ minLength: 1, maxLength: 20 }).map((text) => `${text},b,c`),
);

/** Generates requests with all options of an engine, even combinations that the API rejects, such as a state in France. */
function arbitraryRequest(engine: SandboxEngine) {
  const { acceptsDevice, acceptsLocation, acceptsPages, acceptsState } = engineSpecs[engine];
  return fc
    .record(
      {
        prompt,
        country: fc.constantFrom('US', ...countryCodes),
        at: fc
          .date({ min: new Date('1975-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
          .map((date) => date.toISOString()),
        ...(acceptsState ? { state: fc.constantFrom(...usStates.map(({ code }) => code)) } : {}),
        ...(acceptsLocation
          ? { location: place, uule: fc.base64String({ maxLength: 40 }).map((text) => `w+${text}`) }
          : {}),
        ...(acceptsDevice ? { device: fc.constantFrom('desktop' as const, 'mobile' as const) } : {}),
        ...(acceptsPages ? { pages: fc.integer({ min: 1, max: 10 }) } : {}),
      },
      { requiredKeys: ['prompt', 'country', 'at'] },
    )
    .map((request): Partial<MonitorRequest> & { prompt: string; country: string; at: string } => ({
      ...request,
      include,
    }));
}

describe('every engine with any prompt', () => {
  test.each(allSandboxEngines)(
    '%s matches the contract, uses .example domains and is stable within an hour',
    async (engine) => {
      await fc.assert(
        fc.asyncProperty(arbitraryRequest(engine), async ({ prompt: text, ...options }) => {
          const answer = await querySandbox(engine, text, options);
          // A schema drops unknown fields, so equality means that every field is documented.
          expect(resultSchemas[engine].parse(answer.result)).toStrictEqual(answer.result);
          for (const url of listUrls([answer.result, answer.raw])) {
            expect(new URL(url).hostname).toMatch(/\.example$/);
          }
          // A lone surrogate cannot be stored.
          expect(JSON.stringify(answer)).not.toMatch(/\\ud[89a-f]/);
          const later = new Date(Math.floor(Date.parse(options.at) / 3_600_000) * 3_600_000 + 3_599_999);
          const again = await querySandbox(engine, text, { ...options, at: later.toISOString() });
          expect(JSON.stringify(again)).toBe(JSON.stringify(answer));
        }),
        { numRuns: 120 },
      );
    },
  );

  test.each(allSandboxEngines)('%s escapes the prompt in its HTML page', async (engine) => {
    const hostile = "\"><script>alert(1)</script> best trail shoes & 'more' near me";
    const { html } = await querySandbox(engine, hostile, { include, location: '<b>Town</b>,"x",y' });
    for (const page of html ?? []) {
      expect(page).toMatch(/^<!doctype html>/);
      expect(page).not.toMatch(/<script|<b>|<img|<link/);
      expect(page).toContain('&quot;&gt;&lt;script&gt;');
      expect(page).toContain('fictional market');
    }
    expect(html?.length).toBe(1);
  });

  test('takes less than 20 ms of CPU time per answer', async () => {
    for (const engine of allSandboxEngines) {
      const prompts = ['Best trail shoes', 'buy a mattress near me', 'How to clean an espresso machine'];
      for (const text of prompts) await querySandbox(engine, text, { include });
      let answers = 0;
      const totalMs = await measureCpuMs(async () => {
        for (let hour = 1; hour <= 20; hour += 1) {
          const at = new Date(Date.parse(requestedAt) - hour * 3_600_000).toISOString();
          for (const text of prompts) {
            await querySandbox(engine, text, { at, include });
            answers += 1;
          }
        }
      });
      expect(totalMs / answers).toBeLessThan(20);
    }
  });
});
