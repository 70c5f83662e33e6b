import { expect, test } from 'vitest';
import type { Finding } from '#lib/providers/response-shape/compare-shape';
import type { ProviderCheck } from '#lib/service/provider-checks/check-store';
import { describeCheck, describeChecks } from '../../app/(dashboard)/developers/engines/provider-checks';

const passed: ProviderCheck = {
  provider: 'serpapi',
  title: 'SerpApi',
  engine: 'search',
  status: 'passed',
  checkedAt: new Date('2026-11-29T04:12:00Z'),
  passedAt: new Date('2026-11-29T04:12:00Z'),
  error: null,
  findings: [],
};
const failed: ProviderCheck = { ...passed, status: 'failed' };
const added: Finding = {
  kind: 'new',
  path: 'organic_results[].favicon',
  types: ['string'],
  isFailure: false,
} as const;
const missing: Finding = { kind: 'missing', path: 'organic_results[].link', types: [], isFailure: true };

test.each<[string, ProviderCheck]>([
  ['Not checked yet', { ...passed, status: null, checkedAt: null, passedAt: null }],
  ['Checked 29 Nov 2026, 04:12 UTC: response as expected.', passed],
  [
    'Checked 29 Nov 2026, 04:12 UTC: response as expected. New fields: organic_results[].favicon. They are not used yet, and nothing is lost.',
    { ...passed, findings: [added] },
  ],
  [
    'Checked 29 Nov 2026, 04:12 UTC. Failed: SerpApi has changed its responses: organic_results[].link is missing. Answers can be incomplete until Answerscope is updated. Ask the operator of this instance to update it.',
    { ...failed, findings: [missing] },
  ],
  [
    'Checked 29 Nov 2026, 04:12 UTC. Failed: SerpApi rejected the request. Ask the operator to check this instance’s key and whether an update of Answerscope is available.',
    { ...failed, error: { kind: 'permanent', message: 'SerpApi returned 401: Invalid API key.' } },
  ],
  [
    'Checked 29 Nov 2026, 04:12 UTC. Failed: The quota or credit of this instance at SerpApi is used up. Ask the operator to increase it, or add your own key above.',
    { ...failed, error: { kind: 'quota', message: 'SerpApi returned 429: no searches left.' } },
  ],
  [
    'Checked 29 Nov 2026, 04:12 UTC. Failed: SerpApi gave no usable answer. If engines that use it keep failing, tell the operator of this instance.',
    { ...failed, error: { kind: 'transient', message: 'SerpApi returned 503: Overloaded.' } },
  ],
  [
    'Checked 29 Nov 2026, 04:12 UTC. Failed: SerpApi retired the endpoint or the model that Answerscope uses. Ask the operator to update Answerscope or the model’s setting.',
    { ...failed, error: { kind: 'retired', message: 'SerpApi retired this endpoint; update Answerscope.' } },
  ],
])('%s', (text, check) => {
  expect(describeCheck(check)).toBe(text);
});

test('the note says whether the checks are on', () => {
  expect(describeChecks({ PROVIDER_CHECKS: 'on' })).toContain('Every provider is checked once a day.');
  expect(describeChecks({ PROVIDER_CHECKS: 'off' })).toContain(
    'Daily checks are turned off on this instance.',
  );
});
