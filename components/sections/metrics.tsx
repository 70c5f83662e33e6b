import { ArrowRight, Info } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { Popover } from '#components/overlays/popover';
import { ExplainedChange, type ExplainedMetric } from '#components/sections/explained-change';
import { type Grade, getInterval, type Metric } from '#lib/core/metric';
import { formatCount, formatInterval, formatPercent } from '#lib/core/numbers';
import type { AnswersLinkData } from '#lib/format/answer-links';
import type { ChangeUnit } from '#lib/format/format-change';

const grades: Record<Grade, string> = {
  exploratory: 'Exploratory: effective sample size below 50',
  directional:
    'Directional: effective sample size below 200, or a share with a margin of error above 10 points',
  'decision-grade':
    'Decision-grade: effective sample size of 200 or more and, for shares, a margin of error of at most 10 points',
};

interface HeadlineMetricProps {
  label: string;
  /** The formatted value; null when not measured. */
  value: string | null;
  /** Such as "35 to 41%". */
  interval?: string | null;
  grade: Grade;
  /** Why the metric has this grade, if not because of its effective sample size and margin of error. */
  gradeReason?: string | undefined;
  change?: ReactNode;
  /** How the metric is computed. */
  description: string;
  /** The counts behind it, such as "458 of 1,204 answers". */
  counts: string;
  /** Links to the answers behind it. */
  answers?: AnswersLinkData | undefined;
  /** Why the metric is not measured, and how to change that. */
  missingReason?: ReactNode;
}

/** A headline metric with interval, change and grade. The info popover has its description and counts. */
export function HeadlineMetric({
  label,
  value,
  interval,
  grade,
  gradeReason,
  change,
  description,
  counts,
  answers,
  missingReason,
}: HeadlineMetricProps) {
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
                <dd>{interval}</dd>
              </>
            ) : null}
            <dt className="text-muted">Grade</dt>
            <dd>{gradeReason ?? grades[grade]}</dd>
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
        <span className="min-h-4 text-xs text-muted" title={gradeReason ?? grades[grade]}>
          {interval ? `${interval} · ` : null}
          {value === null ? null : grade}
        </span>
        <span className="mt-1.5 min-h-4 text-xs text-muted">{value === null ? missingReason : change}</span>
      </dd>
    </div>
  );
}

interface HeadlineRateProps
  extends Pick<HeadlineMetricProps, 'label' | 'description' | 'answers' | 'missingReason'> {
  rate: Metric;
  /** Plural noun for what the denominator counts. */
  unit: string;
  /** The metric that changed, if its change can be explained. */
  metric?: ExplainedMetric;
  /** See `ExplainedChange`. */
  isNeutral?: boolean;
  changeUnit?: ChangeUnit;
}

/** A rate as a headline metric. */
export function HeadlineRate({ rate, unit, metric, isNeutral, changeUnit, ...props }: HeadlineRateProps) {
  const interval = getInterval(rate);
  return (
    <HeadlineMetric
      {...props}
      value={rate.value === null ? null : formatPercent(rate.value)}
      interval={interval && `${formatInterval(interval)}%`}
      grade={rate.grade}
      change={
        <ExplainedChange change={rate.change} metric={metric} isNeutral={isNeutral} unit={changeUnit} />
      }
      counts={`${formatCount(rate.numerator)} of ${formatCount(rate.denominator)} ${unit}`}
    />
  );
}
