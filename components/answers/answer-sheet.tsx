'use client';

import { useParams } from 'next/navigation';
import type { AnswerLoaders } from '#components/answers/answer-loaders';
import { LoadedAnswer } from '#components/answers/loaded-answer';
import { Dialog } from '#components/overlays/dialog';
import { Button } from '#components/ui/button';
import { Time } from '#components/ui/time';
import type { AnswerListItem } from '#lib/dashboard/analytics/answers/list-answers';
import { formatCountry, formatEngine } from '#lib/format/labels';

interface AnswerSheetProps {
  answer: AnswerListItem;
  label: string;
  loaders: AnswerLoaders;
}

/** Button that opens an answer in a sheet. */
export function AnswerSheet({ answer, label, loaders }: AnswerSheetProps) {
  const { projectId } = useParams<{ projectId?: string }>();
  return (
    <Dialog
      kind="wide sheet"
      title={answer.prompt}
      description={<AnswerMeta answer={answer} />}
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

/** Engine, country and time of an answer. */
export function AnswerMeta({
  answer,
}: {
  answer: Pick<AnswerListItem, 'engine' | 'country' | 'requestedAt'>;
}) {
  return (
    <>
      {formatEngine(answer.engine)}, {formatCountry(answer.country)}, <Time at={answer.requestedAt} />
    </>
  );
}
