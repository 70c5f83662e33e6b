import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { computeRate } from '#lib/core/metric';
import { listDays } from '#lib/core/time';
import { listCitingAnswers } from '#lib/dashboard/analytics/answers/list-answers';
import { getOverview } from '#lib/dashboard/analytics/overview/overview';
import { getDomain } from '#lib/dashboard/analytics/sources/domain';
import { getSources } from '#lib/dashboard/analytics/sources/sources';
import { getStability } from '#lib/dashboard/analytics/sources/stability';
import {
  current,
  domains,
  engines,
  filterChoiceArbitrary,
  type GeneratedAnswer,
  historyArbitrary,
  prompts,
} from '#tests/dashboard/analytics/support/generated-answers';
import { ingestProject, toFilters } from '#tests/dashboard/analytics/support/ingest-project';
import { listDifferences } from '#tests/dashboard/analytics/support/list-differences';
import {
  countAllCitations,
  countBrandCitations,
  countDomainCitations,
  listsDomain,
} from '#tests/dashboard/analytics/support/reference-answers';
import {
  buildScope,
  filterScope,
  type Scope,
  sumBy,
} from '#tests/dashboard/analytics/support/reference-definitions';
import { roundNumbers } from '#tests/dashboard/analytics/support/reference-metrics';
import { buildReferencePanel } from '#tests/dashboard/analytics/support/reference-panel';
import {
  computeDomains,
  computeRateWithoutChange,
  getDomainType,
  isGap,
  listPages,
  mentionsOwnBrand,
} from '#tests/dashboard/analytics/support/reference-sources';
import { startDashboard } from '#tests/support/dashboard';
import { loadOracle, oracleTitleSuffix } from '#tests/support/statistics-oracle';

const dashboard = await startDashboard();
afterAll(() => dashboard.stop());

/** Computes 100 × (1 − mean Bray–Curtis distance), by the formula of that distance: Σ|p − q| ÷ Σ(p + q). */
function computeStability(answers: readonly GeneratedAnswer[]): { value: unknown; days: number } {
  const byDay = Map.groupBy(
    answers.filter((answer) => countAllCitations(answer) > 0),
    ({ day }) => day,
  );
  const shares = [...byDay.keys()].sort().map((day) => {
    const dayAnswers = byDay.get(day) ?? [];
    return domains.map(
      (domain) =>
        sumBy(dayAnswers, (answer) => countDomainCitations(answer, domain)) /
        sumBy(dayAnswers, countAllCitations),
    );
  });
  const distances = shares.slice(1).map((later, index) => {
    const before = shares[index] ?? [];
    return (
      later.reduce((sum, share, at) => sum + Math.abs(share - (before[at] ?? 0)), 0) /
      later.reduce((sum, share, at) => sum + share + (before[at] ?? 0), 0)
    );
  });
  const value =
    distances.length === 0 ? null : 100 * (1 - sumBy(distances, (distance) => distance) / distances.length);
  return { value: value === null ? null : expect.closeTo(value, 9), days: shares.length };
}

/** Computes a share over pooled answers. It has no interval, because answers to one prompt resemble one another. */
const computePooledRate = (numerator: number, denominator: number) => ({
  ...computeRate(numerator, denominator),
  low: null,
  high: null,
});

/** Computes the row of each listed domain in the tables of sources, the most cited first. */
function computeDomainRows(scope: Scope) {
  const { currentAnswers, definition, chosen } = scope;
  const known = domains.filter((domain) => currentAnswers.some((answer) => listsDomain(answer, domain)));
  const rows = known.map((domain) => {
    const listing = currentAnswers.filter((answer) => listsDomain(answer, domain));
    const citing = currentAnswers.filter((answer) => countDomainCitations(answer, domain) > 0);
    const citations = sumBy(currentAnswers, (answer) => countDomainCitations(answer, domain));
    const computeOwnRate = (isCounted: (answer: GeneratedAnswer) => boolean) =>
      chosen.brand === 0 ? computePooledRate(citing.filter(isCounted).length, citing.length) : null;
    return {
      domain,
      ...getDomainType(definition, domain),
      citations,
      listed: computePooledRate(listing.length, currentAnswers.length),
      cited: computePooledRate(citing.length, currentAnswers.length),
      citedWhenListed: computePooledRate(citing.length, listing.length),
      mentioned: computeOwnRate((answer) => mentionsOwnBrand(definition, answer)),
      gap: computeOwnRate((answer) => isGap(definition, answer)),
    };
  });
  return rows.sort(
    (a, b) =>
      b.citations - a.citations || b.listed.numerator - a.listed.numerator || (a.domain < b.domain ? -1 : 1),
  );
}

const oracle = await loadOracle();

/** Computes citations of the chosen brand's URLs ÷ all citations; nothing is counted for a brand without a domain. */
function computeBrandCitationShare(scope: Scope) {
  const { definition, chosen } = scope;
  const hasDomains = (definition.brands[chosen.brand]?.domains.length ?? 0) > 0;
  return computeRateWithoutChange(
    hasDomains ? scope : filterScope(scope, () => false),
    (answer) => countBrandCitations(definition, answer, chosen.brand),
    countAllCitations,
    { sampleSize: () => 1 },
  );
}

test(`all metrics of sources, domain types, pages, flows and stability equal a recount of the individual answers${oracleTitleSuffix}`, async () => {
  await fc.assert(
    fc.asyncProperty(
      historyArbitrary,
      fc.array(filterChoiceArbitrary, { minLength: 3, maxLength: 3 }),
      fc.constantFrom(...domains),
      async (history, choices, domain) => {
        const ingested = await ingestProject(dashboard, history);
        const panel = oracle && buildReferencePanel(oracle, history, ingested.definition);
        for (const chosen of choices) {
          const filters = toFilters(ingested, history.compare, chosen);
          const scope = buildScope(history, chosen, ingested, { oracle, panel });
          const { currentAnswers, definition } = scope;
          const rows = computeDomainRows(scope);
          const citations = sumBy(currentAnswers, countAllCitations);
          const toExpectedSource = ({ brand, ...row }: (typeof rows)[number]) => ({
            ...row,
            brandId: brand === null ? null : (ingested.brandIds[brand] ?? ''),
          });

          const { topSources: top } = await getOverview(ingested.context, filters);
          expect(top).toMatchObject({ domainCount: rows.length, citations, answers: currentAnswers.length });
          expect(top.sources).toMatchObject(rows.slice(0, 10).map(toExpectedSource));

          const list = await getSources(ingested.context, filters);
          const expectedDomains = computeDomains(
            scope,
            rows.map((row) => row.domain),
          );
          expect(list).toMatchObject({
            domainCount: rows.length,
            matchingCount: rows.length,
            citations,
            answers: currentAnswers.length,
          });
          const computeRates = (domain: string) => {
            const cites = (answer: GeneratedAnswer) => (countDomainCitations(answer, domain) > 0 ? 1 : 0);
            const lists = (answer: GeneratedAnswer) => (listsDomain(answer, domain) ? 1 : 0);
            const computeOwnRate = (isCounted: (answer: GeneratedAnswer) => boolean) =>
              chosen.brand === 0
                ? computeRateWithoutChange(scope, (answer) => (isCounted(answer) ? cites(answer) : 0), cites)
                : null;
            return {
              listed: computeRateWithoutChange(scope, lists, () => 1),
              cited: computeRateWithoutChange(scope, cites, () => 1),
              citedWhenListed: computeRateWithoutChange(scope, cites, lists),
              mentioned: computeOwnRate((answer) => mentionsOwnBrand(definition, answer)),
              gap: computeOwnRate((answer) => isGap(definition, answer)),
            };
          };
          const expectedSources = rows.map((row, index) => ({
            ...toExpectedSource(row),
            ...computeRates(row.domain),
            citationShare: expectedDomains[index]?.citationShare,
            trend: expectedDomains[index]?.trend,
          }));
          const sources = list.sources.map(({ place: _, ...source }) => source);
          expect(listDifferences(sources, expectedSources)).toEqual([]);
          const intervals = list.sources.flatMap(
            ({ citationShare }) => citationShare.clusteredInterval ?? [],
          );
          for (const { domain: name, place, citationShare } of list.sources) {
            const own = citationShare.clusteredInterval;
            const expected = own && {
              first: 1 + intervals.filter(({ low }) => low > own.high).length,
              last: intervals.length - intervals.filter(({ high }) => high < own.low).length,
            };
            expect(place, name).toEqual(expected);
          }
          expect(list.brandCitationShare).toEqual(computeBrandCitationShare(scope));
          const byType = Map.groupBy(rows, ({ type }) => type);
          expect(list.byType).toHaveLength(byType.size);
          for (const { type, domains: count, citationShare } of list.byType) {
            const typeRows = byType.get(type) ?? [];
            expect(count).toBe(typeRows.length);
            const countTypeCitations = (answer: GeneratedAnswer) =>
              sumBy(typeRows, (row) => countDomainCitations(answer, row.domain));
            expect(roundNumbers(citationShare)).toEqual(
              roundNumbers(
                computeRateWithoutChange(scope, countTypeCitations, countAllCitations, {
                  sampleSize: () => 1,
                }),
              ),
            );
          }
          const gaps = rows.filter(({ brand, gap }) => brand === null && gap !== null && gap.numerator > 0);
          expect(list.gaps?.total ?? null).toBe(chosen.brand === 0 ? gaps.length : null);
          expect(new Set(list.gaps?.sources.map((source) => source.domain))).toEqual(
            new Set(gaps.map((source) => source.domain)),
          );
          for (const { domain: gapDomain, gap } of list.gaps?.sources ?? []) {
            expect(roundNumbers(gap)).toEqual(roundNumbers(computeRates(gapDomain).gap));
          }

          const shown = rows.slice(0, 8).map((row) => row.domain);
          const flows = engines.flatMap((engine) =>
            [...shown, null].flatMap((target) => {
              const flowDomains =
                target === null ? domains.filter((other) => !shown.includes(other)) : [target];
              const citing = flowDomains.flatMap((flowDomain) =>
                currentAnswers.filter(
                  (answer) => answer.engine === engine && countDomainCitations(answer, flowDomain) > 0,
                ),
              );
              const mentioned = citing.filter((answer) => mentionsOwnBrand(definition, answer)).length;
              return citing.length === 0 ? [] : [{ engine, domain: target, cited: citing.length, mentioned }];
            }),
          );
          const serializeSorted = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).sort();
          expect(serializeSorted(list.flow ?? [])).toEqual(chosen.brand === 0 ? serializeSorted(flows) : []);

          const detail = await getDomain(ingested.context, filters, { domain });
          const row = rows.find((candidate) => candidate.domain === domain);
          if (!row) expect(detail).toBe(null);
          else {
            const cites = (answer: GeneratedAnswer) => (countDomainCitations(answer, domain) > 0 ? 1 : 0);
            const domainMetrics = expectedDomains[rows.indexOf(row)];
            const countOne = () => 1;
            const countCitationWithoutMention = (answer: GeneratedAnswer) =>
              mentionsOwnBrand(definition, answer) ? 0 : cites(answer);
            const computeRatesBy = (getKey: (answer: GeneratedAnswer) => string) =>
              [...new Set(currentAnswers.map(getKey))].map((key) => [
                key,
                computeRateWithoutChange(
                  filterScope(scope, (answer) => getKey(answer) === key),
                  cites,
                  countOne,
                ),
              ]);
            const expectedDetail = {
              source: toExpectedSource(row),
              ...domainMetrics,
              listed: computeRateWithoutChange(
                scope,
                (answer) => (listsDomain(answer, domain) ? 1 : 0),
                countOne,
              ),
              citedWhenListed: computeRateWithoutChange(scope, cites, (answer) =>
                listsDomain(answer, domain) ? 1 : 0,
              ),
              gap:
                chosen.brand === 0
                  ? computeRateWithoutChange(
                      scope,
                      (answer) => (isGap(definition, answer) ? cites(answer) : 0),
                      cites,
                    )
                  : null,
              days: listDays(current.from, current.to),
            };
            expect(listDifferences(detail, expectedDetail)).toEqual([]);
            expect(
              Object.fromEntries(detail?.byEngine.map(({ engine, cited }) => [engine, cited]) ?? []),
            ).toEqual(Object.fromEntries(computeRatesBy(({ engine }) => engine)));
            const byPrompt = computeRatesBy(({ prompt }) => prompts[prompt]?.text ?? '').filter(
              ([, rate]) => typeof rate === 'object' && rate.numerator > 0,
            );
            expect(
              Object.fromEntries(detail?.prompts.map(({ prompt, cited }) => [prompt, cited]) ?? []),
            ).toEqual(Object.fromEntries(byPrompt));
            expect(detail?.promptCount).toBe(byPrompt.length);
            expect(detail?.citedWithoutMention ?? null).toEqual(
              row.brand === 0 && chosen.brand === 0
                ? computeRateWithoutChange(scope, countCitationWithoutMention, cites)
                : null,
            );
            const pages = listPages(currentAnswers, domain);
            expect(detail?.pages).toMatchObject({ pageCount: pages.length, isTruncated: false });
            expect(
              new Set(detail?.pages.pages.map((page) => [page.listed, page.cited, page.citations].join(' '))),
            ).toEqual(new Set(pages.map((page) => [page.listed, page.cited, page.citations].join(' '))));
            const citing = await listCitingAnswers(ingested.context, filters, { domain, limit: 1000 });
            expect(citing).toHaveLength(row.cited.numerator);
            expect(sumBy(citing, (answer) => sumBy(answer.pages, (page) => page.citations))).toBe(
              row.citations,
            );
          }

          const stability = await getStability(ingested.context, filters);
          expect(stability.overall).toEqual(computeStability(currentAnswers));
          expect(stability.byEngine).toEqual(
            [...engines].sort().flatMap((engine) => {
              const answers = currentAnswers.filter((answer) => answer.engine === engine);
              return answers.some((answer) => countAllCitations(answer) > 0)
                ? [{ engine, ...computeStability(answers) }]
                : [];
            }),
          );
        }
      },
    ),
    { numRuns: 10, interruptAfterTimeLimit: 20_000 },
  );
});
