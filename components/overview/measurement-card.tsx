import { ChevronRight } from 'lucide-react';
import { EngineName } from '#components/filters/filter-context';
import { DataTable } from '#components/sections/data-table';
import { countDaysWithData } from '#lib/charts/series-charts';
import { type Grade, getInterval, type Interval } from '#lib/core/metric';
import type { OverviewData } from '#lib/dashboard/analytics/overview/overview';
import { type EngineLabels, formatCountryInSentence, formatList } from '#lib/format/labels';
import { describeAccess, listLimitations } from '#lib/format/metric-descriptions';
import {
  formatCount,
  formatPlural,
  formatPointTenths,
  formatPositionChange,
  formatSentiment,
  noValue,
} from '#lib/format/numbers';

type MeasuredData = Pick<OverviewData, 'headline' | 'byEngine' | 'byCountry' | 'visibilityOverTime'>;

interface MeasurementRow {
  label: string;
  /** The formatted number of what was counted, such as "1,204 answers". */
  count: string;
  effectiveAnswers: number;
  margin: string;
  grade: Grade;
}

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
          <DataTable
            label="Precision of the headline metrics"
            className="mt-1"
            rows={listRows(headline)}
            getKey={({ label }) => label}
            columns={[
              { head: 'Metric', className: 'min-w-28', cell: ({ label }) => label },
              {
                head: 'Based on',
                numericCell: ({ count }) => count,
              },
              {
                head: 'Effective sample size',
                headTitle: 'The number of independent answers that would be equally informative',
                className: 'text-muted',
                numericCell: ({ effectiveAnswers }) => formatCount(Math.round(effectiveAnswers)),
              },
              {
                head: 'Margin of error',
                headTitle: 'Half the width of the 95% interval',
                numericCell: ({ margin }) => margin,
              },
              {
                head: 'Grade',
                headTitle:
                  'How reliable the metric is, by its effective sample size and margin of error: exploratory, directional or decision-grade',
                className: 'text-muted',
                cell: ({ grade }) => grade,
              },
            ]}
          />
        </div>
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

/** Describes what was sent and received, as sentences. */
function describeAnswers({ headline, byEngine, byCountry, visibilityOverTime }: MeasuredData): string {
  const { promptCount, runCount, answers, triggerRate } = headline;
  const days = countDaysWithData(visibilityOverTime);
  const countries = byCountry.map(({ country }) => formatCountryInSentence(country));
  const countryList = countries.length <= 3 ? formatList(countries) : `${countries.length} countries`;
  const sent = `${formatPlural(promptCount, 'prompt was', 'prompts were')} sent to ${formatPlural(byEngine.length, 'engine')} in ${countryList}, in ${formatPlural(runCount, 'run')} on ${formatPlural(days, 'day')}.`;
  const missing = triggerRate.denominator - triggerRate.numerator;
  const received = `${formatPlural(answers, 'answer was', 'answers were')} received`;
  const none = missing > 0 ? `; in ${formatPlural(missing, 'case')} the engine showed none` : '';
  return `${sent} ${received}${none}.`;
}

/** Lists the headline metrics that were measured. */
function listRows(headline: OverviewData['headline']): MeasurementRow[] {
  const { position, sentiment } = headline;
  const rates = [
    ['Visibility', headline.visibility, 'answer'],
    ['Share of voice', headline.shareOfVoice, 'brand mention'],
    ['Citation rate', headline.citationRate, 'answer'],
    ['Citation share', headline.citationShare, 'citation'],
  ] as const;
  const rows = rates.flatMap(([label, rate, unit]) =>
    rate.value === null
      ? []
      : [
          toRow(
            label,
            rate,
            formatPlural(rate.denominator, unit),
            formatMargin(getInterval(rate), formatPointTenths),
          ),
        ],
  );
  if (position.mean !== null) {
    const margin = formatMargin(position.clusteredInterval, formatPositionChange);
    rows.push(toRow('Position', position, formatPlural(position.answers, 'answer'), margin));
  }
  if (sentiment.value !== null) {
    const sentences = sentiment.positive + sentiment.neutral + sentiment.negative;
    const margin = formatMargin(sentiment.clusteredInterval, formatSentiment);
    rows.push(toRow('Sentiment', sentiment, formatPlural(sentences, 'sentence'), margin));
  }
  return rows;
}

function toRow(
  label: string,
  { effectiveAnswers, grade }: Pick<MeasurementRow, 'effectiveAnswers' | 'grade'>,
  count: string,
  margin: string,
): MeasurementRow {
  return { label, count, effectiveAnswers, margin, grade };
}

/** Formats half the width of an interval as "±3.2 points". */
function formatMargin(interval: Interval | null, format: (margin: number) => string): string {
  return interval ? `±${format((interval.high - interval.low) / 2).replace('+', '')}` : noValue;
}
