import Link from 'next/link';
import { ClearFiltersButton, DateRangeButton } from '#components/filters/filter-buttons';
import { LinkButton } from '#components/ui/button';
import { EmptyState, type EmptyStateProps, Notice } from '#components/ui/notice';
import type { Period } from '#lib/core/time';
import { formatInstant, formatPeriod } from '#lib/format/dates';
import { formatPlural } from '#lib/format/numbers';

interface NoAnswersProps {
  /** First and last day with answers, without filters; null if there are none. */
  answeredPeriod: Period | null;
  /** The selected period. */
  period: Period;
  /** Whether filters other than the period are active. */
  isFiltered: boolean;
  /** Whether a run is in progress. */
  isRunning: boolean;
  /** Failures of the latest completed run; null before the first. */
  failures: { count: number; runHref: string } | null;
  /** URL to add prompts; null if the project already has prompts. */
  promptsHref: string | null;
  /** Whether this is the page of one prompt. */
  isPromptPage: boolean;
  /** URL to run prompts or set a schedule. */
  scheduleHref: string;
  /** When the schedule runs next; null if it does not. */
  nextRunAt: Date | null;
}

/** Explains why there are no answers: filters, period, a running first run, failures, or no run yet. */
export function NoAnswers(props: NoAnswersProps) {
  return <EmptyState className="min-h-80" {...describeReason(props)} />;
}

function describeReason({
  answeredPeriod,
  period,
  isFiltered,
  isRunning,
  failures,
  promptsHref,
  isPromptPage,
  scheduleHref,
  nextRunAt,
}: NoAnswersProps): EmptyStateProps {
  if (answeredPeriod) {
    const isOutside = period.to < answeredPeriod.from || period.from > answeredPeriod.to;
    if (isFiltered && !isOutside) {
      return {
        kind: 'no match',
        title: 'No matching answers',
        children: 'No answers match these filters in this period. Clear filters or choose other dates.',
        action: <ClearFiltersButton />,
      };
    }
    const days = `${answeredPeriod.from === answeredPeriod.to ? 'on' : 'from'} ${formatPeriod(answeredPeriod)}`;
    return {
      kind: 'no match',
      title: 'No answers in this period',
      children: `This ${isPromptPage ? 'prompt' : 'project'} has answers ${days}${isOutside ? '' : ', but none on the selected days'}.`,
      action: <DateRangeButton range={answeredPeriod} />,
    };
  }
  if (isRunning) {
    return {
      kind: 'none yet',
      title: 'Waiting for the first answers',
      children: 'Metrics appear here as answers arrive.',
    };
  }
  const link = (href: string, label: string) => (
    <LinkButton kind="primary" href={href}>
      {label}
    </LinkButton>
  );
  if (failures) {
    return {
      kind: 'none yet',
      title: 'No answers in the last run',
      children: `${formatPlural(failures.count, 'run item')} failed. Failures cost no credits and are excluded from metrics.`,
      action: link(failures.runHref, 'View run'),
    };
  }
  return {
    kind: 'none yet',
    title: isPromptPage ? 'Not sent yet' : 'No answers yet',
    children: promptsHref
      ? 'Start with the questions your customers ask.'
      : nextRunAt
        ? `The next run starts on ${formatInstant(nextRunAt)}${isPromptPage ? ' and includes this prompt' : ''}. You can also run all prompts now. Metrics appear here as answers arrive.`
        : 'Run your prompts once or set a schedule. Metrics appear here as answers arrive.',
    action: promptsHref
      ? link(promptsHref, 'Add prompts')
      : link(scheduleHref, nextRunAt ? 'View schedule' : 'Set up schedule'),
  };
}

/** Explains why a real brand has no mentions in the sandbox. */
export function SandboxNotice({ brand }: { brand: string }) {
  return (
    <div className="pb-6">
      <Notice>
        These answers come from the sandbox, which only knows fictional brands, so {brand} isn’t mentioned. To
        use real engines,{' '}
        <Link
          href="/developers/engines"
          className="font-medium text-accent underline underline-offset-4 hover:text-accent-strong"
        >
          add a provider key
        </Link>
        , such as one from OpenAI, Gemini or Perplexity.
      </Notice>
    </div>
  );
}
