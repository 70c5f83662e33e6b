'use client';

import { useParams } from 'next/navigation';
import { AnswerAbout } from '#components/answers/answer-about';
import type { AnswerFacts, AnswerLoaders } from '#components/answers/facts';
import { LoadedAnswer } from '#components/answers/loaded-answer';
import { Button } from '#components/ui/button';
import { Dialog } from '#components/ui/dialog';

interface AnswerSheetProps {
  answer: AnswerFacts;
  label: string;
  loaders: AnswerLoaders;
}

/** One whole answer beside the page, opened from a list. */
export function AnswerSheet({ answer, label, loaders }: AnswerSheetProps) {
  const { projectId } = useParams<{ projectId?: string }>();
  return (
    <Dialog
      kind="wide sheet"
      title={answer.prompt}
      description={<AnswerAbout answer={answer} />}
      trigger={
        <Button
          kind="quiet"
          size="small"
          className="-mx-2.5 text-xs after:absolute after:inset-0 hover:bg-transparent"
        >
          {label}
        </Button>
      }
    >
      <LoadedAnswer
        answerId={answer.id}
        loaders={loaders}
        promptHref={projectId ? (promptId) => `/projects/${projectId}/prompts/${promptId}` : undefined}
      />
    </Dialog>
  );
}
