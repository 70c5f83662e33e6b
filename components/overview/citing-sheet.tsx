'use client';

import { Suspense } from 'react';
import { AnswerPartState } from '#components/answers/answer-part';
import { Dialog } from '#components/overlays/dialog';
import { loadOnFirstInteraction } from '#components/overlays/lazy-panel';
import type { CitingAnswersProps } from '#components/overview/citing-answers';
import { DomainName } from '#components/ui/domain';
import { LoadFailed } from '#components/ui/notice';

const CitingAnswers = loadOnFirstInteraction(
  () => import('#components/overview/citing-answers').then((file) => file.CitingAnswers),
  LoadFailed,
);

/** A button labeled with a domain. It opens a list of the answers that cite the domain. */
export function CitingSheet({ domain, filterKey, loadCitingAnswers }: CitingAnswersProps) {
  return (
    <Dialog
      kind="sheet"
      title={domain}
      description="The latest answers that cite this domain, with the filters of this page."
      trigger={
        <button
          type="button"
          aria-label={`Answers that cite ${domain}`}
          className="text-left after:absolute after:inset-0 hover:text-accent-strong md:whitespace-nowrap"
        >
          <DomainName domain={domain} />
        </button>
      }
    >
      <Suspense fallback={<AnswerPartState />}>
        <CitingAnswers domain={domain} filterKey={filterKey} loadCitingAnswers={loadCitingAnswers} />
      </Suspense>
    </Dialog>
  );
}
