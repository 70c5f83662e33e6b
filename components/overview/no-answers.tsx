import Link from 'next/link';
import { ClearFiltersButton, DateRangeButton } from '#components/filters/filter-buttons';
import { Button } from '#components/ui/button';
import { EmptyState, Notice } from '#components/ui/notice';
import { formatPeriod } from '#lib/format/dates';
import { formatPlural } from '#lib/format/numbers';

interface Days {
  from: string;
  to: string;
}

interface NoAnswersProps {
  /** First and last day with answers, without filters; null if there are none. */
  answered: Days | null;
  /** The selected period. */
  shown: Days;
  /** Whether filters other than the period are active. */
  filtered: boolean;
  /** Whether a run is in progress. */
  working: boolean;
  /** Failures of the latest completed run; null before the first. */
  failed: { count: number; runHref: string } | null;
  /** URL to add prompts; null if there are any. */
  promptsHref: string | null;
  /** Whether this is the page of one prompt. */
  ofPrompt: boolean;
  askHref: string;
}

const height = 'min-h-80';

/** Explains why there are no answers: filters, period, a running first run, failures, or no run yet. */
export function NoAnswers({
  answered,
  shown,
  filtered,
  working,
  failed,
  promptsHref,
  ofPrompt,
  askHref,
}: NoAnswersProps) {
  if (answered) {
    const outside = shown.to < answered.from || shown.from > answered.to;
    return outside || !filtered ? (
      <EmptyState
        kind="no match"
        title="No answers in this period"
        className={height}
        action={<DateRangeButton from={answered.from} to={answered.to} />}
      >
        The answers {ofPrompt ? 'to this prompt' : 'of this project'}{' '}
        {outside ? 'are from' : 'are from other days in'} {formatPeriod(answered)}.
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
  if (working) {
    return (
      <EmptyState kind="none yet" title="Waiting for the first answers" className={height}>
        Metrics appear here as answers arrive.
      </EmptyState>
    );
  }
  if (failed) {
    return (
      <EmptyState
        kind="none yet"
        title="No answers in the last run"
        className={height}
        action={
          <Button asChild kind="primary">
            <Link href={failed.runHref}>View run</Link>
          </Button>
        }
      >
        {formatPlural(failed.count, 'prompt')} got no answer. Failures cost no credits and are excluded from
        metrics.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      kind="none yet"
      title={ofPrompt ? 'Not sent yet' : 'No answers yet'}
      className={height}
      action={
        <Button asChild kind="primary">
          <Link href={promptsHref ?? askHref}>{promptsHref ? 'Add prompts' : 'Run now'}</Link>
        </Button>
      }
    >
      {promptsHref
        ? 'Start with the questions your customers ask.'
        : ofPrompt
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
