'use client';

import { Suspense } from 'react';
import { type AnswerLoaders, AnswerPartState } from '#components/answers/answer-part';
import type { LoadedAnswerProps } from '#components/answers/answer-view';
import { EngineName } from '#components/filters/filter-context';
import { Dialog } from '#components/overlays/dialog';
import { loadOnFirstInteraction } from '#components/overlays/lazy-panel';
import { SandboxBadge } from '#components/sections/section';
import { Button } from '#components/ui/button';
import { LoadFailed } from '#components/ui/notice';
import { Time } from '#components/ui/time';
import { formatCountry } from '#lib/contract/country-names';
import type { AnswerListItem } from '#lib/dashboard/analytics/answers/list-answers';

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
      <AnswerBody answerId={answer.id} loaders={loaders} />
    </Dialog>
  );
}

type AnswerMetaProps = Pick<AnswerListItem, 'engine' | 'country' | 'requestedAt' | 'isFictional'>;

/** Engine, country and time of an answer, and whether it is fictional. */
export function AnswerMeta({ engine, country, requestedAt, isFictional }: AnswerMetaProps) {
  return (
    <>
      <EngineName engine={engine} />, {formatCountry(country)}, <Time at={requestedAt} />{' '}
      {isFictional ? <SandboxBadge /> : null}
    </>
  );
}

const LoadedAnswer = loadOnFirstInteraction(
  () => import('#components/answers/answer-view').then((file) => file.LoadedAnswer),
  LoadFailed,
);

/** Loads and shows an answer. Its code is separate because it includes Markdown, diffs and tabs. */
export function AnswerBody(props: LoadedAnswerProps) {
  return (
    <Suspense fallback={<AnswerPartState />}>
      <LoadedAnswer {...props} />
    </Suspense>
  );
}
