import { expect, test } from 'vitest';
import { describeLeads } from '#components/competitors/head-to-head';
import type { Metric } from '#lib/core/metric';
import { summarizeDomain, summarizeSources } from '#lib/format/summary-sentences';
import { createRandom } from '#tests/dashboard/analytics/support/seeded-random';
import { buildChange, buildFirstChange, buildMetric } from '#tests/support/metrics';

const stateCount = 200;
const parseCount = (text: string | undefined) => Number(text?.replaceAll(',', ''));

/** Checks that a share is what is counted, up to the digits that are shown: "38%", "4.2%", "<0.1%". */
function expectHonestShare(text: string | undefined, { numerator, denominator }: Metric): void {
  const [, bound, digits = ''] = /^([<>]?)([\d.]+)%$/.exec(text ?? '') ?? [];
  const exact = (100 * numerator) / denominator;
  const shown = Number(digits);
  if (bound === '<') expect(exact).toBeLessThan(shown);
  else if (bound === '>') expect(exact).toBeGreaterThan(shown);
  else expect(Math.abs(exact - shown)).toBeLessThanOrEqual(digits.includes('.') ? 0.0501 : 0.501);
}

/** Picks a count up to a limit: none, one, all, or any. */
function pickCount(random: () => number, limit: number): number {
  const kind = Math.floor(random() * 6);
  const any = Math.floor(random() * (limit + 1));
  return Math.min(limit, [0, 1, limit][kind] ?? any);
}

test('the summary of sources says what was counted, in 200 states', () => {
  const random = createRandom(3);
  const said = new Set<string>();
  for (let state = 0; state < stateCount; state += 1) {
    const answers = 1 + pickCount(random, 12_000);
    const withReportedCitations = state % 5 === 0 ? 0 : Math.max(1, pickCount(random, answers));
    const domainCount = pickCount(random, 90);
    const citations = withReportedCitations === 0 || domainCount === 0 ? 0 : pickCount(random, 60_000);
    const hasOwnDomain = random() < 0.8;
    const brandCitationShare = buildMetric(
      hasOwnDomain ? pickCount(random, citations) : 0,
      hasOwnDomain ? citations : 0,
    );
    const top = buildMetric(Math.max(1, pickCount(random, citations)), citations);
    const topSource = citations > 0 ? { domain: 'trailmag.example', citationShare: top } : null;
    const input = { answers, withReportedCitations, domainCount, citations, brandCitationShare, topSource };
    const sentence = summarizeSources({ ...input, brand: 'Tarnhoof' });
    if (domainCount === 0) {
      expect(parseCount(/\(([\d,]+) answers?\)/.exec(sentence)?.[1])).toBe(answers);
      continue;
    }
    const counted = /^([\d,]+) answers? lists? ([\d,]+) domains?/.exec(sentence);
    expect([parseCount(counted?.[1]), parseCount(counted?.[2])]).toEqual([answers, domainCount]);
    expect(sentence).not.toMatch(/^(1 answers|1 answer list) /);
    const known = /Citations are known for ([\d,]+) of ([\d,]+) answers/.exec(sentence);
    expect(known !== null).toBe(withReportedCitations > 0 && withReportedCitations < answers);
    if (known) expect(parseCount(known[1])).toBe(withReportedCitations);
    expect(sentence.includes('not reported')).toBe(withReportedCitations === 0);
    const cited = /contains? ([\d,]+) citations?, (\S+) of them of trailmag\.example; /.exec(sentence);
    expect(cited !== null).toBe(citations > 0);
    if (!cited) continue;
    expect(parseCount(cited[1])).toBe(citations);
    expectHonestShare(cited[2], top);
    const own = /(\S+) of the citations point to domains of Tarnhoof/.exec(sentence);
    expect(own !== null).toBe(brandCitationShare.numerator > 0);
    if (own) expectHonestShare(own[1], brandCitationShare);
    expect(sentence.includes('no citation points')).toBe(hasOwnDomain && brandCitationShare.numerator === 0);
    expect(sentence.includes('has no domain yet')).toBe(!hasOwnDomain);
    said.add(own ? 'own' : hasOwnDomain ? 'none' : 'no domain');
  }
  expect([...said].sort()).toEqual(['no domain', 'none', 'own']);
});

test('the summary of a domain says what was counted, in 200 states', () => {
  const random = createRandom(5);
  for (let state = 0; state < stateCount; state += 1) {
    const answers = 1 + pickCount(random, 12_000);
    const listed = buildMetric(Math.max(1, pickCount(random, answers)), answers);
    const withReported = state % 4 === 0 ? 0 : Math.max(1, pickCount(random, answers));
    const citationRate = buildMetric(
      pickCount(random, Math.min(withReported, listed.numerator)),
      withReported,
    );
    const citations = withReported === 0 ? 0 : citationRate.numerator + pickCount(random, 9_000) + 1;
    const hasEarlier = random() < 0.5;
    const change = hasEarlier ? buildChange('no clear change', 0.01) : buildFirstChange();
    const citationShare = { ...buildMetric(citationRate.numerator, citations), change };
    const sentence = summarizeDomain({ citationShare, citationRate: { ...citationRate, change }, listed });
    expect(sentence.includes('no earlier answers')).toBe(!hasEarlier);
    const [, cited, count] = /^Cited in (\S+) of ([\d,]+) answers?/.exec(sentence) ?? [];
    const isCited = citationRate.numerator > 0;
    expect(cited !== undefined).toBe(isCited);
    expect(sentence.startsWith('Never cited')).toBe(withReported > 0 && !isCited);
    expect(sentence.includes('Citations are not reported')).toBe(withReported === 0);
    const [, listedShare] = /[Ll]isted in (\S+?)[;.]? /.exec(`${sentence} `) ?? [];
    expectHonestShare(listedShare, listed);
    if (!isCited) continue;
    expect(parseCount(count)).toBe(withReported);
    expectHonestShare(cited, citationRate);
    expectHonestShare(/; (\S+) of all citations/.exec(sentence)?.[1], citationShare);
  }
});

test('the prompts of a comparison add up, in 200 states', () => {
  const random = createRandom(7);
  for (let state = 0; state < stateCount; state += 1) {
    const length = 1 + pickCount(random, 300);
    const undecidedCount = pickCount(random, length);
    const aheadCount = pickCount(random, length - undecidedCount);
    const behindCount = pickCount(random, length - undecidedCount - aheadCount);
    const counts = { prompts: { length }, aheadCount, behindCount, undecidedCount };
    const sentence = describeLeads('Tarnhoof', counts);
    const read = (pattern: RegExp) => parseCount(pattern.exec(sentence)?.[1] ?? '0');
    expect(/enough answers to compare/.test(sentence)).toBe(undecidedCount === length);
    if (undecidedCount === length) continue;
    const parts = [
      read(/ahead in ([\d,]+)/),
      read(/behind in ([\d,]+)/),
      read(/([\d,]+) tied/),
      read(/([\d,]+) with too few answers/),
    ];
    expect(parts[0]).toBe(aheadCount);
    expect(parts[1]).toBe(behindCount);
    expect(parts[3]).toBe(undecidedCount);
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(read(/^Of ([\d,]+) prompts?/));
  }
});
