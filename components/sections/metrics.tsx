import { ArrowRight, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { Popover } from '#components/overlays/popover';
import { ExplainedChange, type ExplainedMetric } from '#components/sections/explained-change';
import { Link } from '#components/ui/link';
import { type Change, getInterval, type Interval, type Metric } from '#lib/core/metric';
import { formatCount, formatPercent, formatPlural } from '#lib/core/numbers';
import type { AnswersLinkData } from '#lib/format/answer-links';
import { type ChangeUnit, describeComparedLevels, describeExclusions } from '#lib/format/format-change';
import { formatPrecision, formatRange } from '#lib/format/format-precision';

interface HeadlineMetricProps {
  label: string;
  /** The formatted value; null when not measured. */
  value: string | null;
  /** The value as a number, in the unit of `change`. */
  level: number | null;
  interval: Interval | null;
  /** The number of independent answers that would tell as much. */
  effectiveAnswers: number;
  change: Change | null;
  /** See `ExplainedChange`. */
  metric?: ExplainedMetric | undefined;
  isNeutral?: boolean | undefined;
  unit?: ChangeUnit | undefined;
  /** How the metric is computed. */
  description: string;
  /** The counts behind it, such as "458 of 1,204 answers". */
  counts: string;
  /** Links to the answers behind it. */
  answers?: AnswersLinkData | undefined;
  /** Why the metric is not measured, and how to change that. */
  missingReason?: ReactNode;
}

/** A headline metric with its precision and change. The info popover has its description, interval and counts. */
export function HeadlineMetric({
  label,
  value,
  level,
  interval,
  effectiveAnswers,
  change,
  metric,
  isNeutral,
  unit,
  description,
  counts,
  answers,
  missingReason,
}: HeadlineMetricProps) {
  const precision = formatPrecision(level, interval, unit);
  const notes = [describeComparedLevels(change, level, unit), change ? describeExclusions(change) : ''];
  return (
    <div className="flex min-w-0 flex-col">
      <dt className="flex items-center gap-1 text-muted">
        {label}
        <Popover
          label={`About “${label}”`}
          trigger={
            <button
              type="button"
              aria-label={`About “${label}”`}
              data-print="hide"
              className="flex size-6 items-center justify-center rounded-md text-faint hover:text-ink"
            >
              <Info className="size-3.5" aria-hidden />
            </button>
          }
        >
          <p className="font-semibold">{label}</p>
          <p className="mt-1 text-muted">{description}</p>
          <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-t pt-3 text-xs">
            <dt className="text-muted">Count</dt>
            <dd>{counts}</dd>
            {interval ? (
              <>
                <dt className="text-muted">95% interval</dt>
                <dd>{formatRange(interval, unit)}</dd>
                <dt className="text-muted">Tells as much as</dt>
                <dd>{formatPlural(Math.round(effectiveAnswers), 'independent answer')}</dd>
              </>
            ) : null}
          </dl>
          {answers ? (
            <Link
              href={answers.href}
              className="mt-3 inline-flex items-center gap-1.5 font-medium text-accent hover:text-accent-strong"
            >
              {answers.label}
              <ArrowRight aria-hidden className="size-4" />
            </Link>
          ) : null}
        </Popover>
      </dt>
      <dd className="flex flex-col">
        <span className="mt-0.5 text-metric font-medium tracking-[-0.02em]">
          {value ?? <span className="text-lg font-normal text-faint">Not measured</span>}
        </span>
        <span className="min-h-4 text-xs text-muted">{precision}</span>
        <span className="mt-1.5 min-h-4 text-xs text-muted">
          {value === null ? (
            missingReason
          ) : (
            <>
              <ExplainedChange change={change} metric={metric} isNeutral={isNeutral} unit={unit} />
              {notes.filter(Boolean).map((note) => (
                <span key={note} className="mt-0.5 block">
                  {note}
                </span>
              ))}
            </>
          )}
        </span>
      </dd>
    </div>
  );
}

interface HeadlineRateProps
  extends Pick<
    HeadlineMetricProps,
    'label' | 'description' | 'answers' | 'missingReason' | 'isNeutral' | 'unit'
  > {
  rate: Metric;
  /** Plural noun for what the denominator counts. */
  counted: string;
  /** The metric that changed, if its change can be explained. */
  metric?: ExplainedMetric;
}

/** A rate as a headline metric. */
export function HeadlineRate({ rate, counted, ...props }: HeadlineRateProps) {
  return (
    <HeadlineMetric
      {...props}
      value={rate.value === null ? null : formatPercent(rate.value)}
      level={rate.value}
      interval={getInterval(rate)}
      effectiveAnswers={rate.effectiveAnswers}
      change={rate.change}
      counts={`${formatCount(rate.numerator)} of ${formatCount(rate.denominator)} ${counted}`}
    />
  );
}
