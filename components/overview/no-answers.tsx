import Link from 'next/link';
import { ClearFilters } from '#components/filters/clear-filters';
import { OverviewSkeleton } from '#components/overview/overview-skeleton';
import { Button } from '#components/ui/button';
import { EmptyState } from '#components/ui/empty-state';

interface NoAnswersProps {
  /** Whether the project has any answer, whatever the filters. */
  answered: boolean;
  /** Whether answers are on their way. */
  working: boolean;
  promptsHref: string;
  runsHref: string;
}

/** Why there is nothing to see, told apart: nothing asked yet, answers on their way, nothing that matches. */
export function NoAnswers({ answered, working, promptsHref, runsHref }: NoAnswersProps) {
  if (answered) {
    return (
      <EmptyState title="Nothing matches" action={<ClearFilters />} className="min-h-80">
        There are answers, but none in these days with these filters. Take filters away or choose other days.
      </EmptyState>
    );
  }
  if (working) return <OverviewSkeleton />;
  return (
    <EmptyState
      title="No data yet"
      className="min-h-80"
      action={
        <div className="flex gap-2">
          <Button asChild>
            <Link href={promptsHref}>Add prompts</Link>
          </Button>
          <Button asChild kind="primary">
            <Link href={runsHref}>Ask now</Link>
          </Button>
        </div>
      }
    >
      Nothing was asked so far. Add the questions your customers ask, then ask them or set a schedule; figures
      appear here as answers come in.
    </EmptyState>
  );
}
