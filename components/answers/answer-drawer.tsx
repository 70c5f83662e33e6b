'use client';

import { ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect } from 'react';
import type { AnswerContent, AnswerLoaders } from '#components/answers/answer-part';
import { AnswerBody, AnswerMeta } from '#components/answers/answer-sheet';
import { useOpenAnswer } from '#components/answers/answers-table';
import { Dialog } from '#components/overlays/dialog';
import { Button } from '#components/ui/button';
import type { AnswerListItem } from '#lib/dashboard/analytics/answers/list-answers';

interface AnswerDrawerProps {
  /** The listed answers, for the previous and next buttons. */
  answers: readonly AnswerListItem[];
  /** The answer that was in the URL when the page was loaded, which may not be in the list. */
  linked: AnswerContent | null;
  loaders: AnswerLoaders;
}

/** Drawer with the answer whose ID is in the URL. The keys j and k open the next and the previous answer. */
export function AnswerDrawer({ answers, linked, loaders }: AnswerDrawerProps) {
  const { openId, open, close } = useOpenAnswer();
  const index = answers.findIndex(({ id }) => id === openId);
  const previousId = answers[index - 1]?.id;
  const nextId = index < 0 ? undefined : answers[index + 1]?.id;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const id = event.key === 'j' ? nextId : event.key === 'k' ? previousId : undefined;
      if (id !== undefined) open(id);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
  if (openId === null) return null;
  const initial = linked?.id === openId ? linked : null;
  const answer = answers[index] ?? initial;
  return (
    <Dialog
      kind="wide sheet"
      open
      onOpenChange={(isOpen) => isOpen || close()}
      title={answer?.prompt ?? 'Answer'}
      description={answer ? <AnswerMeta {...answer} /> : 'Loading the answer…'}
      tools={[
        { label: 'Previous answer', Icon: ChevronUp, id: previousId },
        { label: 'Next answer', Icon: ChevronDown, id: nextId },
      ].map(({ label, Icon, id }) => (
        <Button
          key={label}
          Icon={Icon}
          kind="quiet"
          size="icon"
          aria-label={label}
          title={label}
          disabled={id === undefined}
          onClick={() => id !== undefined && open(id)}
        />
      ))}
    >
      <AnswerBody answerId={openId} loaders={loaders} initial={initial} />
    </Dialog>
  );
}
