'use client';

import { lazy, Suspense } from 'react';
import type { AnswerContent, AnswerLoaders } from '#components/answers/answer-loaders';
import { AnswerPartState, useAnswerPart } from '#components/answers/answer-part';
import { NotLoaded } from '#components/ui/notice';

const loading = { value: undefined, failed: false };

/** Markdown, diffs and tabs come only when an answer is opened: pages of figures stay light. */
const AnswerView = lazy(() =>
  import('#components/answers/answer-view').then(
    (file) => ({ default: file.AnswerView }),
    () => ({ default: NotLoaded }),
  ),
);

interface LoadedAnswerProps {
  answerId: string;
  loaders: AnswerLoaders;
  /** The address of a prompt's page; left out on a shared page. */
  promptHref?: ((promptId: string) => string) | undefined;
  /** The answer, where the page has it already. */
  here?: AnswerContent | null;
}

/** One whole answer, read when it is shown unless it is here. */
export function LoadedAnswer({ answerId, loaders, promptHref, here = null }: LoadedAnswerProps) {
  const part = useAnswerPart(answerId, loaders.load, here);
  if (!part.value) return <AnswerPartState part={part} gone="This answer is no longer there." />;
  const answer = part.value;
  return (
    <Suspense fallback={<AnswerPartState part={loading} gone="" />}>
      <AnswerView
        key={answer.id}
        answer={answer}
        loaders={loaders}
        promptHref={promptHref?.(answer.promptId)}
      />
    </Suspense>
  );
}
