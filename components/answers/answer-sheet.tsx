'use client';

import { useParams } from 'next/navigation';
import { lazy, Suspense } from 'react';
import {
  type AnswerContent,
  type AnswerLoaders,
  AnswerPartState,
  useAnswerPart,
} from '#components/answers/answer-part';
import { EngineName } from '#components/filters/filter-context';
import { Dialog } from '#components/overlays/dialog';
import { Button } from '#components/ui/button';
import { LoadFailed } from '#components/ui/notice';
import { Time } from '#components/ui/time';
import type { AnswerListItem } from '#lib/dashboard/analytics/answers/list-answers';
import { formatCountry } from '#lib/format/labels';

interface AnswerSheetProps {
  answer: AnswerListItem;
  label: string;
  loaders: AnswerLoaders;
}

/** Button that opens an answer in a sheet. */
export function AnswerSheet({ answer, label, loaders }: AnswerSheetProps) {
  return (
    <Dialog
      kind="wide sheet"
      title={answer.prompt}
      description={<AnswerMeta {...answer} />}
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
      <LoadedAnswer answerId={answer.id} loaders={loaders} />
    </Dialog>
  );
}

type AnswerMetaProps = Pick<AnswerListItem, 'engine' | 'country' | 'requestedAt'>;

/** Engine, country and time of an answer. */
export function AnswerMeta({ engine, country, requestedAt }: AnswerMetaProps) {
  return (
    <>
      <EngineName engine={engine} />, {formatCountry(country)}, <Time at={requestedAt} />
    </>
  );
}

/** Loaded with the first opened answer, because it includes Markdown, diffs and tabs. */
const AnswerView = lazy(() =>
  import('#components/answers/answer-view').then(
    (file) => ({ default: file.AnswerView }),
    () => ({ default: LoadFailed }),
  ),
);

interface LoadedAnswerProps {
  answerId: string;
  loaders: AnswerLoaders;
  /** The answer if the page already has it. */
  initial?: AnswerContent | null;
}

/** Loads and shows an answer. */
export function LoadedAnswer({ answerId, loaders, initial }: LoadedAnswerProps) {
  // Undefined on a shared page.
  const { projectId } = useParams<{ projectId?: string }>();
  const part = useAnswerPart('content', answerId, loaders.load, initial);
  if (!part.data) return <AnswerPartState part={part} missing="This answer no longer exists." />;
  const answer = part.data;
  return (
    <Suspense fallback={<AnswerPartState />}>
      <AnswerView
        key={answer.id}
        answer={answer}
        loaders={loaders}
        promptHref={projectId && `/projects/${projectId}/prompts/${answer.promptId}`}
      />
    </Suspense>
  );
}
