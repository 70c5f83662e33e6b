import { ClearFiltersButton, DateRangeButton } from '#components/filters/filter-buttons';
import { LinkButton } from '#components/ui/button';
import { EmptyState, Notice } from '#components/ui/notice';
import type { Period } from '#lib/core/time';
import { formatPeriod } from '#lib/format/dates';
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
  /** URL to add prompts; null if there are any. */
  promptsHref: string | null;
  /** Whether this is the page of one prompt. */
  isPromptPage: boolean;
  /** URL to run prompts or set a schedule. */
  scheduleHref: string;
}

const height = 'min-h-80';

/** Explains why there are no answers: filters, period, a running first run, failures, or no run yet. */
export function NoAnswers({
  answeredPeriod,
  period,
  isFiltered,
  isRunning,
  failures,
  promptsHref,
  isPromptPage,
  scheduleHref,
}: NoAnswersProps) {
  if (answeredPeriod) {
    const isOutside = period.to < answeredPeriod.from || period.from > answeredPeriod.to;
    return isOutside || !isFiltered ? (
      <EmptyState
        kind="no match"
        title="No answers in this period"
        className={height}
        action={<DateRangeButton range={answeredPeriod} />}
      >
        The answers {isPromptPage ? 'to this prompt' : 'of this project'}{' '}
        {isOutside ? 'are from' : 'are from other days in'} {formatPeriod(answeredPeriod)}.
      </EmptyState>
    ) : (
      <EmptyState
        kind="no match"
        title="No matching answers"
        className={height}
        action={<ClearFiltersButton />}
      >
        No answers match these filters in this period. Clear filters or choose other dates.
      </EmptyState>
    );
  }
  if (isRunning) {
    return (
      <EmptyState kind="none yet" title="Waiting for the first answers" className={height}>
        Metrics appear here as answers arrive.
      </EmptyState>
    );
  }
  if (failures) {
    return (
      <EmptyState
        kind="none yet"
        title="No answers in the last run"
        className={height}
        action={
          <LinkButton kind="primary" href={failures.runHref}>
            View run
          </LinkButton>
        }
      >
        {formatPlural(failures.count, 'prompt')} got no answer. Failures cost no credits and are excluded from
        metrics.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      kind="none yet"
      title={isPromptPage ? 'Not sent yet' : 'No answers yet'}
      className={height}
      action={
        <LinkButton kind="primary" href={promptsHref ?? scheduleHref}>
          {promptsHref ? 'Add prompts' : 'Run now'}
        </LinkButton>
      }
    >
      {promptsHref
        ? 'Start with the questions your customers ask.'
        : isPromptPage
          ? 'The next scheduled run includes this prompt. You can also run all prompts now.'
          : 'Run your prompts once or set a schedule. Metrics appear here as answers arrive.'}
    </EmptyState>
  );
}

/** Explains why a real brand has no mentions in the sandbox. */
export function SandboxNotice({ brand }: { brand: string }) {
  return (
    <div className="pb-6">
      <Notice>
        These answers come from the sandbox, which only knows fictional brands, so {brand} isn’t mentioned.
        Add an OpenAI, Gemini or Perplexity key to use real engines.
      </Notice>
    </div>
  );
}
