import { ChevronRight } from 'lucide-react';
import { EngineName } from '#components/filters/filter-context';
import { TableView } from '#components/sections/table-view';
import { countDaysWithData } from '#lib/charts/series-charts';
import { formatCountryInSentence } from '#lib/contract/country-names';
import type { EngineLabels } from '#lib/contract/engine-labels';
import { headlineTable, listHeadlineRows } from '#lib/contract/tables/headline';
import type { LanguageCoverage } from '#lib/core/language-coverage';
import { formatList, joinSentences } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import { formatPlural, noValue } from '#lib/core/numbers';
import type { OverviewData } from '#lib/dashboard/analytics/overview/overview';
import { describeRepeat } from '#lib/format/describe-repeat';
import type { ChangeUnit } from '#lib/format/format-change';
import { formatPrecision, formatRange } from '#lib/format/format-precision';
import { describeLanguageCoverage } from '#lib/format/language-coverage';
import { describeAccess, listLimitations } from '#lib/format/metric-descriptions';
import { describeCoverage, describeStructure } from '#lib/format/reported-values';

type MeasuredData = Pick<OverviewData, 'headline' | 'byEngine' | 'byCountry' | 'visibilityOverTime'>;

interface MeasurementCardProps {
  data: MeasuredData;
  engineLabels: EngineLabels;
  /** True for a frozen report. How its engines are queried may have changed since. */
  isFrozen?: boolean;
  isOpen?: boolean;
}

/** Describes the prompts, engines and runs behind the headline metrics, their precision and their limits. */
export function MeasurementCard({ data, engineLabels, isFrozen = false, isOpen }: MeasurementCardProps) {
  const { headline, byEngine, byCountry } = data;
  const answered = byEngine
    .filter(({ answers }) => answers > 0)
    .map((row) => ({ ...row, access: row.isFictional ? undefined : engineLabels[row.engine]?.access }));
  const limits = listLimitations({
    engines: answered,
    countryCount: byCountry.length,
    isFictional: headline.isFictional,
    grade: headline.grade,
  });
  return (
    <details open={isOpen} className="group relative -mt-6 mb-4 border-t">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 text-muted hover:text-ink">
        <ChevronRight className="size-4 transition-transform group-open:rotate-90 print:hidden" aria-hidden />
        How this was measured
      </summary>
      <div className="grid grid-cols-1 gap-x-12 gap-y-6 pt-2 pb-6 lg:grid-cols-[2fr_3fr]">
        <div>
          <h3 className="font-semibold">Answers</h3>
          <p className="mt-2 text-muted">{describeAnswers(data)}</p>
          <ul className="mt-3 divide-y border-y text-xs">
            {answered.map(({ engine, answers, access }) => (
              <li key={engine} className="flex flex-wrap items-baseline gap-x-3 py-1.5">
                <span className="font-medium">
                  <EngineName engine={engine} />
                </span>
                {access && !isFrozen ? <span className="text-muted">{describeAccess(access)}</span> : null}
                <span className="ml-auto text-muted tabular-nums">{formatPlural(answers, 'answer')}</span>
              </li>
            ))}
          </ul>
        </div>
        <div>
          <h3 className="font-semibold">Precision</h3>
          <TableView
            table={headlineTable}
            label="Precision of the headline metrics"
            className="mt-1"
            rows={listMeasuredRows(headline)}
            getKey={({ label }) => label}
            views={{
              metric: { className: 'min-w-28' },
              denominator: { cell: ({ denominator, unit }) => formatPlural(denominator, unit) },
              effectiveAnswers: { className: 'text-muted' },
              precision: {
                cell: ({ value, interval, label }) =>
                  formatPrecision(value, interval, units[label]) ?? noValue,
              },
              interval: {
                className: 'text-muted',
                cell: ({ interval, label }) => (interval ? formatRange(interval, units[label]) : noValue),
              },
            }}
          />
          {headline.repeat ? (
            <p className="mt-3 text-muted">{describeRepeat('visibility', headline.repeat)}</p>
          ) : null}
        </div>
        <MeasuredLanguages languages={headline.languages ?? []} />
        <div className="lg:col-span-2">
          <h3 className="font-semibold">Limitations</h3>
          <ul className="mt-2 flex list-disc flex-col gap-1 pl-5 text-muted">
            {limits.map((limit) => (
              <li key={limit}>{limit}</li>
            ))}
          </ul>
        </div>
      </div>
    </details>
  );
}

/** Says how well mentions are found in each language of the prompts, warnings first. */
function MeasuredLanguages({ languages }: { languages: readonly LanguageCoverage[] }) {
  if (languages.length === 0) return null;
  const described = languages.map(describeLanguageCoverage);
  return (
    <div className="lg:col-span-2">
      <h3 className="font-semibold">Languages</h3>
      <ul className="mt-2 flex list-disc flex-col gap-1 pl-5 text-muted">
        {described
          .toSorted((a, b) => Number(b.isWarning) - Number(a.isWarning))
          .map(({ text, isWarning }) => (
            <li key={text} className={isWarning ? 'text-warning' : undefined}>
              {text}
            </li>
          ))}
      </ul>
    </div>
  );
}

const messages = defineMessages({
  sent: '{prompts, plural, one {# prompt was} other {# prompts were}} sent to {engines, plural, one {# engine} other {# engines}} in {countries, plural, =1 {{countryNames}} =2 {{countryNames}} =3 {{countryNames}} other {# countries}}, in {runs, plural, one {# run} other {# runs}} on {days, plural, one {# day} other {# days}}.',
  received:
    '{answers, plural, one {# answer was} other {# answers were}} received{missing, plural, =0 {} one {; in # case the engine showed none} other {; in # cases the engine showed none}}.',
});

/** Describes what was sent and received, as sentences. */
function describeAnswers({ headline, byEngine, byCountry, visibilityOverTime }: MeasuredData): string {
  const { promptCount, runCount, answers, withReportedCitations, structure, triggerRate } = headline;
  const days = countDaysWithData(visibilityOverTime);
  const countries = byCountry.map(({ country }) => formatCountryInSentence(country));
  const sent = messages.sent({
    prompts: promptCount,
    engines: byEngine.length,
    countries: countries.length,
    countryNames: formatList(countries),
    runs: runCount,
    days,
  });
  const missing = triggerRate.denominator - triggerRate.numerator;
  const coverage = describeCoverage('citations', withReportedCitations, answers);
  return joinSentences([
    sent,
    messages.received({ answers, missing }),
    coverage,
    describeStructure(structure, answers),
  ]);
}

/** Lists the metrics at the top of the page that were measured. */
const listMeasuredRows = (headline: OverviewData['headline']) =>
  listHeadlineRows(headline).filter(({ label, value }) => label !== 'First-place rate' && value !== null);

/** The units of metrics that are not shares. */
const units: Readonly<Record<string, ChangeUnit>> = {
  Position: 'position',
  'Position among tracked brands': 'position',
  Sentiment: 'sentiment',
};
