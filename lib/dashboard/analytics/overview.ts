import { ask } from '#lib/dashboard/analytics/ask';
import { askedNow } from '#lib/dashboard/analytics/asked-cells';
import { type BrandStanding, brandStandingsOf } from '#lib/dashboard/analytics/brand-standings';
import { byCountryOf, type CountrySlice } from '#lib/dashboard/analytics/by-country';
import { byEngineOf, type EngineSlice } from '#lib/dashboard/analytics/by-engine';
import { type EngineInCountry, engineCountryOf } from '#lib/dashboard/analytics/engine-country';
import type { MetricFilters } from '#lib/dashboard/analytics/filters';
import { type Headline, headlineOf } from '#lib/dashboard/analytics/headline';
import { type LatestAnswers, readLatestAnswers } from '#lib/dashboard/analytics/latest-answers';
import type { OverTime } from '#lib/dashboard/analytics/over-time';
import { readCells } from '#lib/dashboard/analytics/read-cells';
import { readDays } from '#lib/dashboard/analytics/read-days';
import { readMarket } from '#lib/dashboard/analytics/read-market';
import { shareOfVoiceOverTimeOf } from '#lib/dashboard/analytics/share-of-voice-over-time';
import { readSources, type TopSources, topSourcesOf } from '#lib/dashboard/analytics/top-sources';
import { visibilityOverTimeOf } from '#lib/dashboard/analytics/visibility-over-time';
import type { Context } from '#lib/db/context';

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
