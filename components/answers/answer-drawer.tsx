'use client';

import { ChevronDown, ChevronUp } from 'lucide-react';
import { useParams } from 'next/navigation';
import { useEffect } from 'react';
import type { AnswerContent, AnswerLoaders } from '#components/answers/answer-loaders';
import { AnswerSummary } from '#components/answers/answer-sheet';
import { useOpenAnswer } from '#components/answers/answers-table';
import { LoadedAnswer } from '#components/answers/loaded-answer';
import { Dialog } from '#components/overlays/dialog';
import { Button } from '#components/ui/button';
import type { AnswerSummary } from '#lib/dashboard/analytics/latest-answers';

interface AnswerDrawerProps {
  /** The answers of the list it is opened from. */
  answers: readonly AnswerSummary[];
  /** The answer of the address as the page was read, listed or not; null for none. */
  linked: AnswerContent | null;
  loaders: AnswerLoaders;
}

/** The answer that the address names, beside its list, with the ways to the next and the one before. */
export function AnswerDrawer({ answers, linked, loaders }: AnswerDrawerProps) {
  const { opened, open, close } = useOpenAnswer();
  const { projectId } = useParams<{ projectId: string }>();
  const at = answers.findIndex(({ id }) => id === opened);
  const before = at < 0 ? undefined : answers[at - 1]?.id;
  const after = at < 0 ? undefined : answers[at + 1]?.id;
  useTurnKeys({ before, after, open });
  if (opened === null) return null;
  const here = linked?.id === opened ? linked : null;
  const answer = answers[at] ?? here;
  return (
    <Dialog
      kind="wide sheet"
      open
      onOpenChange={(stays) => {
        if (!stays) close();
      }}
      title={answer?.prompt ?? 'Answer'}
      description={answer ? <AnswerSummary answer={answer} /> : 'From a link to one answer.'}
      tools={
        <>
          <Step label="Previous answer" Icon={ChevronUp} to={before} open={open} />
          <Step label="Next answer" Icon={ChevronDown} to={after} open={open} />
        </>
      }
    >
      <LoadedAnswer
        answerId={opened}
        loaders={loaders}
        here={here}
        promptHref={(promptId) => `/projects/${projectId}/prompts/${promptId}`}
      />
    </Dialog>
  );
}

interface StepProps {
  label: string;
  Icon: typeof ChevronUp;
  /** The answer it goes to; undefined at the end of the list. */
  to: string | undefined;
  open: (answerId: string) => void;
}

function Step({ label, Icon, to, open }: StepProps) {
  return (
    <Button
      kind="quiet"
      size="icon"
      aria-label={label}
      title={label}
      disabled={to === undefined}
      onClick={() => to !== undefined && open(to)}
    >
      <Icon aria-hidden />
    </Button>
  );
}

/** j and k turn to the next answer and the one before while one is open. */
function useTurnKeys({
  before,
  after,
  open,
}: { before: string | undefined; after: string | undefined } & Pick<StepProps, 'open'>) {
  useEffect(() => {
    const turn = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const to = event.key === 'j' ? after : event.key === 'k' ? before : undefined;
      if (to !== undefined) open(to);
    };
    document.addEventListener('keydown', turn);
    return () => document.removeEventListener('keydown', turn);
  });
}
