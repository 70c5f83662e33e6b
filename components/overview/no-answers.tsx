import Link from 'next/link';
import { ClearFiltersButton, DateRangeButton } from '#components/filters/filter-buttons';
import { Button } from '#components/ui/button';
import { EmptyState } from '#components/ui/empty-state';
import { formatPeriod } from '#lib/format/dates';
import { formatPlural } from '#lib/format/numbers';

interface Days {
  from: string;
  to: string;
}

interface NoAnswersProps {
  /** The first and last day with answers, whatever the filters; null without any. */
  answered: Days | null;
  /** The days looked at. */
  shown: Days;
  /** Whether anything but the days narrows the view. */
  filtered: boolean;
  /** Whether answers are on their way. */
  working: boolean;
  /** What the newest ended run asked without an answer, and where that is told; null before the first. */
  failed: { count: number; runHref: string } | null;
  /** Where prompts are added; null when there are some already. */
  promptsHref: string | null;
  /** Whether the page is about one prompt. */
  ofPrompt: boolean;
  askHref: string;
}

const height = 'min-h-80';

/** Why there is nothing to see, each told apart: filters, days, answers on their way, failures, nothing asked. */
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
        title="No answers in these days"
        className={height}
        action={<DateRangeButton from={answered.from} to={answered.to} />}
      >
        The answers {ofPrompt ? 'to this prompt' : 'of this project'}{' '}
        {outside ? 'are of' : 'lie around them, in'} {formatPeriod(answered)}.
      </EmptyState>
    ) : (
      <EmptyState kind="no match" title="Nothing matches" className={height} action={<ClearFiltersButton />}>
        There are answers, but none in these days with these filters. Take filters away or choose other days.
      </EmptyState>
    );
  }
  if (working) {
    return (
      <EmptyState kind="none yet" title="The first answers are on their way" className={height}>
        Figures appear here by themselves as answers come in.
      </EmptyState>
    );
  }
  if (failed) {
    return (
      <EmptyState
        kind="none yet"
        title="Asked, but nothing was answered"
        className={height}
        action={
          <Button asChild kind="primary">
            <Link href={failed.runHref}>See why</Link>
          </Button>
        }
      >
        The last run brought no answer to {formatPlural(failed.count, 'question')}. Failed ones cost no
        credits and count in no figure.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      kind="none yet"
      title={ofPrompt ? 'Not asked yet' : 'No data yet'}
      className={height}
      action={
        <Button asChild kind="primary">
          <Link href={promptsHref ?? askHref}>{promptsHref ? 'Add prompts' : 'Ask now'}</Link>
        </Button>
      }
    >
      {promptsHref
        ? 'Nothing was asked so far. Begin with the questions your customers ask.'
        : ofPrompt
          ? 'The next run of the schedule asks it too; it can also be asked now, with all others.'
          : 'Nothing was asked so far. Ask your prompts once or set a schedule; figures appear here as answers come in.'}
    </EmptyState>
  );
}
