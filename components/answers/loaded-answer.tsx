'use client';

import { lazy, Suspense } from 'react';
import type { AnswerContent, AnswerLoaders } from '#components/answers/answer-loaders';
import { AnswerPartState, useAnswerPart } from '#components/answers/answer-part';
import { LoadFailed } from '#components/ui/notice';

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
  /** Builds the URL of a prompt; undefined on a shared page. */
  promptHref?: ((promptId: string) => string) | undefined;
  /** The answer if the page already has it. */
  initial?: AnswerContent | null;
}

/** Loads and shows an answer. */
export function LoadedAnswer({ answerId, loaders, promptHref, initial }: LoadedAnswerProps) {
  const part = useAnswerPart('content', answerId, loaders.load, initial);
  if (!part.data) return <AnswerPartState part={part} missing="This answer no longer exists." />;
  const answer = part.data;
  return (
    <Suspense fallback={<AnswerPartState />}>
      <AnswerView
        key={answer.id}
        answer={answer}
        loaders={loaders}
        promptHref={promptHref?.(answer.promptId)}
      />
    </Suspense>
  );
}
