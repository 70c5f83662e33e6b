import { computeRate, getGrade, type Metric } from '#lib/core/metric';
import { listDays } from '#lib/core/time';
import { bootstrapRatio } from '#lib/dashboard/analytics/statistics/uncertainty';
import { current, type Definition, type MadeUp, pages } from './made-up';
import { allCitations, brandsNamed, citationsOfDomain, isNamed } from './slow-answers';
import { changesOf, clustersOf, measuresOf, rateOf, type Scope, sumOf } from './slow-figures';

/** Whether an answer mentions the own brand. */
export function isOurs(definition: Definition, answer: MadeUp): boolean {
  return isNamed(definition, answer, 0);
}

/** Whether a competitor is mentioned in an answer and the own brand is not. */
export function isGap(definition: Definition, answer: MadeUp): boolean {
  return !isOurs(definition, answer) && brandsNamed(definition, answer).length > 0;
}

/** What kind of site a domain is, and whose. */
export function typeOf(definition: Definition, domain: string): { type: string; brand: number | null } {
  const brand = definition.brands.findIndex(({ domains }) =>
    domains.some((owned) => owned === domain || owned.endsWith(`.${domain}`)),
  );
  if (brand === -1) return { type: domain === 'wikipedia.org' ? 'encyclopedia' : 'other', brand: null };
  return { type: brand === 0 ? 'own' : 'competitor', brand };
}

/** The shares and days of domains that are shown together. */
export function domainFigures(scope: Scope, domains: readonly string[]) {
  const { visibility } = measuresOf(scope, 0);
  const share = domains.map((domain) => ({
    scope,
    measure: {
      ...visibility,
      numerator: (one: MadeUp) => citationsOfDomain(one, domain),
      denominator: allCitations,
    },
  }));
  const rate = domains.map((domain) => ({
    scope,
    measure: { ...visibility, numerator: (one: MadeUp) => (citationsOfDomain(one, domain) > 0 ? 1 : 0) },
  }));
  const changes = { share: changesOf(share), rate: changesOf(rate) };
  return domains.map((domain, at) => ({
    citationShare: rateOf(scope, share[at]?.measure ?? visibility, changes.share[at] ?? null),
    citationRate: rateOf(scope, rate[at]?.measure ?? visibility, changes.rate[at] ?? null),
    trend: listDays(current.from, current.to).map((day) => {
      const answers = scope.now.filter((one) => one.day === day);
      const all = sumOf(answers, allCitations);
      return all === 0
        ? null
        : computeRate(
            sumOf(answers, (one) => citationsOfDomain(one, domain)),
            all,
          );
    }),
  }));
}

/** A rate that is not compared, resting on its own denominator. */
export function rateWithin(
  { now, runs }: Scope,
  numerator: (one: MadeUp) => number,
  denominator: (one: MadeUp) => number,
): Metric {
  const clusters = [...clustersOf(now, { numerator, denominator }).values()];
  return {
    ...computeRate(sumOf(now, numerator), sumOf(now, denominator)),
    clusteredInterval: runs >= 5 ? bootstrapRatio(clusters) : null,
    grade: getGrade(sumOf(now, denominator)),
    change: null,
  };
}

/** The pages of a domain that answers list: by how many listed, by how many cited, and how often. */
export function pagesOf(answers: readonly MadeUp[], domain: string) {
  return pages.flatMap((page, number) => {
    if (page.domain !== domain) return [];
    const ofPage = (one: MadeUp) => one.links.filter((link) => link.page === number);
    const citations = (one: MadeUp) => sumOf(ofPage(one), (link) => link.citations);
    const listed = answers.filter((one) => ofPage(one).some((link) => link.listed || link.citations > 0));
    const cited = answers.filter((one) => citations(one) > 0);
    return listed.length === 0
      ? []
      : [{ listed: listed.length, cited: cited.length, citations: sumOf(answers, citations) }];
  });
}
