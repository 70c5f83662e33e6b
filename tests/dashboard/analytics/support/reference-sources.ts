import type { Metric } from '#lib/core/metric';
import { listDays } from '#lib/core/time';
import { type BrandDefinitions, current, type GeneratedAnswer, pages } from './generated-answers';
import {
  countAllCitations,
  countDomainCitations,
  isMentioned,
  listMentionedBrands,
} from './reference-answers';
import { compareAll } from './reference-changes';
import { defineMetrics, type Scope, sumBy } from './reference-definitions';
import { computeDailyRates, computeMetric } from './reference-metrics';

/** Returns whether an answer mentions the project's own brand. */
export function mentionsOwnBrand(definition: BrandDefinitions, answer: GeneratedAnswer): boolean {
  return isMentioned(definition, answer, 0);
}

/** Returns whether an answer mentions a competitor but not the project's own brand. */
export function isGap(definition: BrandDefinitions, answer: GeneratedAnswer): boolean {
  return !mentionsOwnBrand(definition, answer) && listMentionedBrands(definition, answer).length > 0;
}

/** Returns the type of a domain and the index of the brand that owns it; the index is null if no brand does. */
export function getDomainType(
  definition: BrandDefinitions,
  domain: string,
): { type: string; brand: number | null } {
  const brand = definition.brands.findIndex(({ domains }) =>
    domains.some((owned) => owned === domain || domain.endsWith(`.${owned}`)),
  );
  if (brand === -1) return { type: domain === 'wikipedia.org' ? 'encyclopedia' : 'other', brand: null };
  return { type: brand === 0 ? 'own' : 'competitor', brand };
}

/**
 * Computes the citation share, daily shares and citation rate of domains. The changes of all citation shares are tested
 * together. With `showsRates`, the changes of the citation rates are tested with them; otherwise, they are null.
 */
export function computeDomains(scope: Scope, domains: readonly string[], showsRates = true) {
  const { visibility } = defineMetrics(scope, 0);
  const shares = domains.map((domain) => ({
    scope,
    metric: {
      ...visibility,
      numerator: (answer: GeneratedAnswer) => countDomainCitations(answer, domain),
      denominator: countAllCitations,
    },
  }));
  const rates = domains.map((domain) => ({
    scope,
    metric: {
      ...visibility,
      numerator: (answer: GeneratedAnswer) => (countDomainCitations(answer, domain) > 0 ? 1 : 0),
    },
  }));
  const changes = compareAll(showsRates ? [...shares, ...rates] : shares);
  return domains.map((_domain, index) => ({
    citationShare: computeMetric(scope, shares[index]?.metric ?? visibility, changes[index] ?? null),
    citationRate: computeMetric(
      scope,
      rates[index]?.metric ?? visibility,
      changes[domains.length + index] ?? null,
    ),
    trend: computeDailyRates(
      shares[index]?.metric ?? visibility,
      listDays(current.from, current.to),
      scope.currentAnswers,
    ),
  }));
}

/** Computes a rate without a comparison; its grade depends on its denominator. */
export function computeRateWithoutChange(
  scope: Scope,
  numerator: (answer: GeneratedAnswer) => number,
  denominator: (answer: GeneratedAnswer) => number,
  getSegment?: (answer: GeneratedAnswer) => string,
): Metric {
  const { visibility } = defineMetrics(scope, 0);
  const metric = { ...visibility, numerator, denominator, sampleSize: denominator };
  return computeMetric(scope, metric, null, getSegment);
}

/** Counts, for each page of a domain, the answers that list or cite it, the answers that cite it, and its citations. */
export function listPages(answers: readonly GeneratedAnswer[], domain: string) {
  return pages.flatMap((page, number) => {
    if (page.domain !== domain) return [];
    const listPageLinks = (answer: GeneratedAnswer) => answer.links.filter((link) => link.page === number);
    const countPageCitations = (answer: GeneratedAnswer) =>
      sumBy(listPageLinks(answer), (link) => link.citations);
    const listed = answers.filter((answer) =>
      listPageLinks(answer).some((link) => link.listed || link.citations > 0),
    );
    const cited = answers.filter((answer) => countPageCitations(answer) > 0);
    return listed.length === 0
      ? []
      : [{ listed: listed.length, cited: cited.length, citations: sumBy(answers, countPageCitations) }];
  });
}
