import { listDays } from '#lib/core/days';
import { computeRate, getGrade, type Metric, type Rate } from '#lib/core/metric';
import type { MetricFilters } from '#lib/dashboard/analytics/filters/metric-filters';
import { withMetricsTransaction } from '#lib/dashboard/analytics/filters/with-metrics-transaction';
import { readAnswerSegments, sumAnswerCounts } from '#lib/dashboard/analytics/segments/answer-segments';
import { type ProjectScope, readProjectScope } from '#lib/dashboard/analytics/segments/project-scope';
import {
  type AnswerGroup,
  type DomainGroup,
  readDomainCounts,
} from '#lib/dashboard/analytics/sources/domain-counts';
import {
  computeDomainMetrics,
  computeDomainRate,
  type DomainMetrics,
} from '#lib/dashboard/analytics/sources/domain-metrics';
import { type DomainPages, readDomainPages } from '#lib/dashboard/analytics/sources/domain-pages';
import {
  buildTopSources,
  readSources,
  type SourceDomain,
} from '#lib/dashboard/analytics/sources/top-sources';
import type { Context } from '#lib/db/context';

export interface DomainData {
  source: SourceDomain;
  figures: DomainMetrics;
  /** Answers that list it ÷ answers. */
  listed: Metric;
  /** Answers that cite it ÷ those that list it. */
  conversion: Metric;
  /** Answers that mention a competitor and not the brand ÷ those that cite it; null for another brand. */
  gap: Metric | null;
  /** Answers that cite it and do not mention the brand ÷ those that cite it; null where it is not the own brand's. */
  ghosts: Metric | null;
  /** The days of `figures.trend`. */
  days: string[];
  /** Answers that cite it ÷ answers of the engine, most first. */
  byEngine: { engine: string; cited: Rate }[];
  /** The prompts whose answers cite it, most first, of `promptsInAll`. */
  prompts: { promptId: string; prompt: string; cited: Rate }[];
  promptsInAll: number;
  pages: DomainPages;
}

const maxPrompts = 20;

/** One domain under the filters; null where no answer lists it. */
export function getDomain(
  context: Context,
  filters: MetricFilters,
  { domain }: { domain: string },
): Promise<DomainData | null> {
  return withMetricsTransaction(context, async (scope) => {
    const market = await readProjectScope(scope, filters);
    const cells = await readAnswerSegments(scope, filters);
    const rows = await readSources(scope, filters, { domain });
    const [source] = buildTopSources(market, sumAnswerCounts(cells), rows).sources;
    if (!source) return null;
    const counted = await readDomainCounts(scope, filters, cells, [domain]);
    const figures = computeDomainMetrics(market, counted, [domain]).get(domain);
    if (!figures) return null;
    const { parts, ofDomains } = counted;
    const prompts = ratesBy(parts, ofDomains, ({ promptId }) => promptId).filter(
      ({ cited }) => cited.numerator > 0,
    );
    const shown = prompts.slice(0, maxPrompts);
    const texts = await readPromptTexts(
      scope,
      filters.projectId,
      shown.map(({ key }) => key),
    );
    const { from, to } = market.periods.current;
    return {
      source,
      figures,
      listed: computeListedRate(market, parts, ofDomains),
      conversion: computeDomainRate(market, ofDomains, ({ all, listed }) => ({
        numerator: all.answers,
        denominator: listed,
      })),
      gap:
        market.own.role === 'own'
          ? computeDomainRate(market, ofDomains, ({ all, gap }) => ({
              numerator: gap,
              denominator: all.answers,
            }))
          : null,
      ghosts: source.brandId === market.own.id ? computeGhostCitations(source) : null,
      days: listDays(from, to),
      byEngine: ratesBy(parts, ofDomains, ({ engine }) => engine).map(({ key, cited }) => ({
        engine: key,
        cited,
      })),
      prompts: shown.map(({ key, cited }) => ({ promptId: key, prompt: texts.get(key) ?? '', cited })),
      promptsInAll: prompts.length,
      pages: await readDomainPages(scope, filters, { domain }),
    };
  });
}

/** Ghost citations (metrics.md): cited but not mentioned. */
function computeGhostCitations({ named }: SourceDomain): Metric | null {
  if (!named) return null;
  const { numerator, denominator } = named;
  return {
    ...computeRate(denominator - numerator, denominator),
    clusteredInterval: null,
    grade: getGrade(denominator),
    change: null,
  };
}

function computeListedRate(
  market: ProjectScope,
  parts: readonly AnswerGroup[],
  ofDomain: readonly DomainGroup[],
): Metric {
  const asked = parts.map((part) => ({ ...part, domain: '', listed: 0, gap: 0 }));
  return computeDomainRate(market, [...asked, ...ofDomain], ({ domain, all, listed }) =>
    domain === '' ? { numerator: 0, denominator: all.answers } : { numerator: listed, denominator: 0 },
  );
}

/** Answers that cite the domain ÷ answers, by a key; the most citing first, then the most asked. */
function ratesBy(
  parts: readonly AnswerGroup[],
  ofDomain: readonly DomainGroup[],
  keyOf: (part: AnswerGroup | DomainGroup) => string,
): { key: string; cited: Rate }[] {
  const answers = new Map<string, number>();
  const cited = new Map<string, number>();
  const add = (sums: Map<string, number>, part: AnswerGroup | DomainGroup) =>
    sums.set(keyOf(part), (sums.get(keyOf(part)) ?? 0) + part.all.answers);
  for (const part of parts) add(answers, part);
  for (const part of ofDomain) add(cited, part);
  return [...answers]
    .filter(([, count]) => count > 0)
    .map(([key, count]) => ({ key, cited: computeRate(cited.get(key) ?? 0, count) }))
    .sort(
      (a, b) =>
        b.cited.numerator - a.cited.numerator ||
        b.cited.denominator - a.cited.denominator ||
        a.key.localeCompare(b.key),
    );
}

/** What prompts ask, by their ids, in a transaction already scoped. */
async function readPromptTexts(
  { db, organizationId }: Context,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await db.$client.query<{ id: string; text: string }>({
    name: 'metrics-prompt-texts',
    text: 'SELECT id, text FROM prompts WHERE organization_id = $1 AND project_id = $2 AND id = ANY ($3::uuid[])',
    values: [organizationId, projectId, ids],
  });
  return new Map(rows.map(({ id, text }) => [id, text]));
}
