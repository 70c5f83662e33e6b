import { engineLabel } from '#components/overview/engine-label';
import { enginesWithAddOns } from '#lib/dashboard/runs/add-ons';
import type { RunSummary } from '#lib/dashboard/runs/list-runs';
import { countryInSentence, listNames } from '#lib/format/names';

/** What a run asked, as a part of a sentence: "Chat and Gen in Germany, with searches and products of Chat". */
export function askedFor({
  engines,
  countries,
  samples,
  addOns,
}: Pick<RunSummary, 'engines' | 'countries' | 'samples' | 'addOns'>): string {
  const asked = addOns ? enginesWithAddOns.filter((engine) => engines.includes(engine)) : [];
  return [
    `${listNames(engines.map(engineLabel))} in ${listNames(countries.map(countryInSentence))}`,
    ...(asked.length > 0 ? [`with searches and products of ${listNames(asked.map(engineLabel))}`] : []),
    ...(samples > 1 ? [`each prompt asked ${samples} times`] : []),
  ].join(', ');
}
