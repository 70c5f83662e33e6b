'use client';

import { AnswerPartState } from '#components/answers/answer-part';
import type { CompetitorsPageContext } from '#components/competitors/competitor-links';
import { EngineName } from '#components/filters/filter-context';
import { Dialog } from '#components/overlays/dialog';
import { Chip } from '#components/ui/chip';
import { useClientQuery } from '#components/ui/client-query';
import { Notice } from '#components/ui/notice';
import { Time } from '#components/ui/time';
import type { Aspect } from '#lib/core/metric';
import { formatPlural } from '#lib/core/numbers';
import { capitalize } from '#lib/core/text';
import type { AspectSentence } from '#lib/dashboard/analytics/competitors/aspects';

/** Resolves to the most frequent sentences that praise or criticize an aspect, or to an error message. */
export type AspectSentencesLoader = (input: {
  projectId: string;
  /** The filters of the page as a query string. */
  query: string;
  aspect: Aspect;
}) => Promise<{ ok: true; value: AspectSentence[] } | { ok: false; message: string }>;

interface AspectSheetProps {
  aspect: Aspect;
  pageContext: CompetitorsPageContext;
  loadSentences: AspectSentencesLoader;
}

/** A button with the name of an aspect that opens the sentences about it. */
export function AspectSheet({ aspect, pageContext, loadSentences }: AspectSheetProps) {
  return (
    <Dialog
      kind="sheet"
      title={capitalize(aspect)}
      description={`The most frequent sentences that praise or criticize ${pageContext.selectedBrand.name} for ${aspect}, with the filters of this page.`}
      trigger={
        <button
          type="button"
          aria-label={`Sentences about ${aspect}`}
          className="text-left after:absolute after:inset-0 hover:text-accent-strong"
        >
          {capitalize(aspect)}
        </button>
      }
    >
      <AspectSentences aspect={aspect} pageContext={pageContext} loadSentences={loadSentences} />
    </Dialog>
  );
}

/** Loads and lists the sentences. They are not cached, because there may be others when the sheet is reopened. */
function AspectSentences({ aspect, pageContext, loadSentences }: AspectSheetProps) {
  const part = useClientQuery({
    queryKey: ['aspect-sentences', pageContext.query, aspect],
    queryFn: () =>
      loadSentences({ projectId: pageContext.projectId ?? '', query: pageContext.query, aspect }),
    gcTime: 0,
  });
  if (!part.data) return <AnswerPartState part={part} />;
  if (!part.data.ok) return <Notice tone="danger">{part.data.message}</Notice>;
  return (
    <ul className="-mt-2 divide-y">
      {part.data.value.map(({ id, sentence, sentiment, answers, engines, prompt, requestedAt }) => (
        <li key={id} className="flex flex-col gap-1.5 py-3">
          <blockquote className="font-medium text-pretty wrap-anywhere">“{sentence}”</blockquote>
          <p className="text-muted">{prompt}</p>
          <p className="flex flex-wrap items-center gap-2 text-xs text-muted">
            <Chip tone={sentiment === 'negative' ? 'danger' : 'plain'}>
              {sentiment === 'positive' ? 'Praise' : 'Criticism'}
            </Chip>
            {engines.map((engine) => (
              <Chip key={engine}>
                <EngineName engine={engine} />
              </Chip>
            ))}
            <span>
              {formatPlural(answers, 'answer')}, latest <Time at={requestedAt} />
            </span>
          </p>
        </li>
      ))}
    </ul>
  );
}
