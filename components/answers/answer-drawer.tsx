'use client';

import { ChevronDown, ChevronUp } from 'lucide-react';
import { useParams } from 'next/navigation';
import { useEffect } from 'react';
import type { AnswerContent, AnswerLoaders } from '#components/answers/answer-part';
import { AnswerMeta, LoadedAnswer } from '#components/answers/answer-sheet';
import { useOpenAnswer } from '#components/answers/answers-table';
import { Dialog } from '#components/overlays/dialog';
import { Button } from '#components/ui/button';
import type { AnswerListItem } from '#lib/dashboard/analytics/answers/list-answers';

interface AnswerDrawerProps {
  /** The listed answers, for the previous and next buttons. */
  answers: readonly AnswerListItem[];
  /** The answer in the URL when the page was loaded, even if it is not in the list. */
  linked: AnswerContent | null;
  loaders: AnswerLoaders;
}

/** Drawer with the answer in the URL. */
export function AnswerDrawer({ answers, linked, loaders }: AnswerDrawerProps) {
  const { opened, open, close } = useOpenAnswer();
  const { projectId } = useParams<{ projectId: string }>();
  const at = answers.findIndex(({ id }) => id === opened);
  const before = at < 0 ? undefined : answers[at - 1]?.id;
  const after = at < 0 ? undefined : answers[at + 1]?.id;
  useDrawerKeys({ before, after, open });
  if (opened === null) return null;
  const initial = linked?.id === opened ? linked : null;
  const answer = answers[at] ?? initial;
  return (
    <Dialog
      kind="wide sheet"
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) close();
      }}
      title={answer?.prompt ?? 'Answer'}
      description={answer ? <AnswerMeta answer={answer} /> : 'Opened from a link.'}
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
        initial={initial}
        promptHref={(promptId) => `/projects/${projectId}/prompts/${promptId}`}
      />
    </Dialog>
  );
}

interface StepProps {
  label: string;
  Icon: typeof ChevronUp;
  /** The answer to open; undefined at the end of the list. */
  to: string | undefined;
  open: (answerId: string) => void;
}

function Step({ label, Icon, to, open }: StepProps) {
  return (
    <Button
      Icon={Icon}
      kind="quiet"
      size="icon"
      aria-label={label}
      title={label}
      disabled={to === undefined}
      onClick={() => to !== undefined && open(to)}
    />
  );
}

/** j and k open the next and the previous answer. */
function useDrawerKeys({
  before,
  after,
  open,
}: { before: string | undefined; after: string | undefined } & Pick<StepProps, 'open'>) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const to = event.key === 'j' ? after : event.key === 'k' ? before : undefined;
      if (to !== undefined) open(to);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
}
