import { ask } from '#lib/dashboard/metrics/ask';
import { askedNow } from '#lib/dashboard/metrics/asked-cells';
import { type BrandStanding, brandStandingsOf } from '#lib/dashboard/metrics/brand-standings';
import { byCountryOf, type CountrySlice } from '#lib/dashboard/metrics/by-country';
import { byEngineOf, type EngineSlice } from '#lib/dashboard/metrics/by-engine';
import { type EngineInCountry, engineCountryOf } from '#lib/dashboard/metrics/engine-country';
import type { MetricFilters } from '#lib/dashboard/metrics/filters';
import { type Headline, headlineOf } from '#lib/dashboard/metrics/headline';
import { type LatestAnswers, readLatestAnswers } from '#lib/dashboard/metrics/latest-answers';
import type { OverTime } from '#lib/dashboard/metrics/over-time';
import { readCells } from '#lib/dashboard/metrics/read-cells';
import { readDays } from '#lib/dashboard/metrics/read-days';
import { readMarket } from '#lib/dashboard/metrics/read-market';
import { shareOfVoiceOverTimeOf } from '#lib/dashboard/metrics/share-of-voice-over-time';
import { readSources, type TopSources, topSourcesOf } from '#lib/dashboard/metrics/top-sources';
import { visibilityOverTimeOf } from '#lib/dashboard/metrics/visibility-over-time';
import type { Context } from '#lib/database/context';

/** Everything the overview shows. */
export interface Overview {
  headline: Headline;
  visibilityOverTime: OverTime;
  shareOfVoiceOverTime: OverTime;
  byEngine: EngineSlice[];
  byCountry: CountrySlice[];
  byEngineAndCountry: EngineInCountry[];
  brandStandings: BrandStanding[];
  topSources: TopSources;
  latestAnswers: LatestAnswers;
}

/** All questions of the overview at once: five statements, each read once and shared. */
export function overview(context: Context, filters: MetricFilters): Promise<Overview> {
  return ask(context, async (scope) => {
    const market = await readMarket(scope, filters);
    const { cells, brandPrompts } = await readCells(scope, filters, market);
    const readingDays = readDays(scope, filters);
    // Computed while the database reads on.
    const ofCells = {
      headline: headlineOf(market, cells, filters),
      byEngine: byEngineOf(market, cells, filters),
      byCountry: byCountryOf(market, cells, filters),
      byEngineAndCountry: engineCountryOf(market, cells, filters),
      brandStandings: brandStandingsOf(market, cells, brandPrompts, filters),
    };
    const days = await readingDays;
    return {
      ...ofCells,
      visibilityOverTime: visibilityOverTimeOf(market, days),
      shareOfVoiceOverTime: shareOfVoiceOverTimeOf(market, days),
      topSources: topSourcesOf(market, askedNow(cells), await readSources(scope, filters, { limit: 10 })),
      latestAnswers: await readLatestAnswers(scope, filters, market.own.id),
    };
  });
}
