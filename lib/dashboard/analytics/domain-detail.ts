import type { Figure } from '#lib/core/figure';
import { gradeOf, type Rate, wilson } from '#lib/core/rate';
import { ask } from '#lib/dashboard/analytics/ask';
import { askedNow, readAskedCells } from '#lib/dashboard/analytics/asked-cells';
import { listDays } from '#lib/dashboard/analytics/days';
import { type DomainPages, readDomainPages } from '#lib/dashboard/analytics/domain-pages';
import type { MetricFilters } from '#lib/dashboard/analytics/filters';
import { readPromptTexts } from '#lib/dashboard/analytics/prompt-texts';
import { type Market, readMarket } from '#lib/dashboard/analytics/read-market';
import { type DomainFigures, rateWithin, sourceFiguresOf } from '#lib/dashboard/analytics/source-figures';
import { type DomainPart, type Part, readSourceParts } from '#lib/dashboard/analytics/source-parts';
import { readSources, type SourceDomain, topSourcesOf } from '#lib/dashboard/analytics/top-sources';
import type { Context } from '#lib/db/context';

export interface DomainDetail {
  source: SourceDomain;
  figures: DomainFigures;
  /** Answers that list it ÷ answers. */
  listed: Figure;
  /** Answers that cite it ÷ those that list it. */
  conversion: Figure;
  /** Answers that mention a competitor and not the brand ÷ those that cite it; null for another brand. */
  gap: Figure | null;
  /** Answers that cite it and do not mention the brand ÷ those that cite it; null where it is not the own brand's. */
  ghosts: Figure | null;
  /** The days of `figures.trend`. */
  days: string[];
  /** Answers that cite it ÷ answers of the engine, most first. */
  byEngine: { engine: string; cited: Rate }[];
  /** The prompts whose answers cite it, most first, of `promptsInAll`. */
  prompts: { promptId: string; prompt: string; cited: Rate }[];
  promptsInAll: number;
  pages: DomainPages;
}

const promptsShown = 20;

/** One domain under the filters; null where no answer lists it. */
export function domainDetail(
  context: Context,
  filters: MetricFilters,
  { domain }: { domain: string },
): Promise<DomainDetail | null> {
  return ask(context, async (scope) => {
    const market = await readMarket(scope, filters);
    const cells = await readAskedCells(scope, filters);
    const rows = await readSources(scope, filters, { domain });
    const [source] = topSourcesOf(market, askedNow(cells), rows).sources;
    if (!source) return null;
    const counted = await readSourceParts(scope, filters, cells, [domain]);
    const figures = sourceFiguresOf(market, counted, [domain]).get(domain);
    if (!figures) return null;
    const { parts, ofDomains } = counted;
    const prompts = ratesBy(parts, ofDomains, ({ promptId }) => promptId).filter(
      ({ cited }) => cited.numerator > 0,
    );
    const shown = prompts.slice(0, promptsShown);
    const texts = await readPromptTexts(
      scope,
      filters.projectId,
      shown.map(({ key }) => key),
    );
    const { from, to } = market.periods.current;
    return {
      source,
      figures,
      listed: listedOf(market, parts, ofDomains),
      conversion: rateWithin(market, ofDomains, ({ all, listed }) => ({
        numerator: all.answers,
        denominator: listed,
      })),
      gap:
        market.own.role === 'own'
          ? rateWithin(market, ofDomains, ({ all, gap }) => ({ numerator: gap, denominator: all.answers }))
          : null,
      ghosts: source.brandId === market.own.id ? ghostsOf(source) : null,
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
function ghostsOf({ named }: SourceDomain): Figure | null {
  if (!named) return null;
  const { numerator, denominator } = named;
  return {
    ...wilson(denominator - numerator, denominator),
    clustered: null,
    grade: gradeOf(denominator),
    change: null,
  };
}

function listedOf(market: Market, parts: readonly Part[], ofDomain: readonly DomainPart[]): Figure {
  const asked = parts.map((part) => ({ ...part, domain: '', listed: 0, gap: 0 }));
  return rateWithin(market, [...asked, ...ofDomain], ({ domain, all, listed }) =>
    domain === '' ? { numerator: 0, denominator: all.answers } : { numerator: listed, denominator: 0 },
  );
}

/** Answers that cite the domain ÷ answers, by a key; the most citing first, then the most asked. */
function ratesBy(
  parts: readonly Part[],
  ofDomain: readonly DomainPart[],
  keyOf: (part: Part | DomainPart) => string,
): { key: string; cited: Rate }[] {
  const answers = new Map<string, number>();
  const cited = new Map<string, number>();
  const add = (sums: Map<string, number>, part: Part | DomainPart) =>
    sums.set(keyOf(part), (sums.get(keyOf(part)) ?? 0) + part.all.answers);
  for (const part of parts) add(answers, part);
  for (const part of ofDomain) add(cited, part);
  return [...answers]
    .filter(([, count]) => count > 0)
    .map(([key, count]) => ({ key, cited: wilson(cited.get(key) ?? 0, count) }))
    .sort(
      (a, b) =>
        b.cited.numerator - a.cited.numerator ||
        b.cited.denominator - a.cited.denominator ||
        a.key.localeCompare(b.key),
    );
}
