'use client';

import { useParams } from 'next/navigation';
import type { AnswerLoaders } from '#components/answers/answer-loaders';
import { LoadedAnswer } from '#components/answers/loaded-answer';
import { Dialog } from '#components/overlays/dialog';
import { Button } from '#components/ui/button';
import { Time } from '#components/ui/time';
import type { AnswerSummary } from '#lib/dashboard/analytics/latest-answers';
import { countryName, formatEngine } from '#lib/format/labels';

interface AnswerSheetProps {
  answer: AnswerSummary;
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
      description={<AnswerSummary answer={answer} />}
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

/** Engine, country and time of an answer in one line. */
export function AnswerSummary({ answer }: { answer: Pick<AnswerSummary, 'engine' | 'country' | 'askedAt'> }) {
  return (
    <>
      {formatEngine(answer.engine)}, {countryName(answer.country)}, <Time at={answer.askedAt} />
    </>
  );
}
