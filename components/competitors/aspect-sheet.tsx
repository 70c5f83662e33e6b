'use client';

import { AnswerPartState } from '#components/answers/answer-part';
import { EngineName } from '#components/filters/filter-context';
import { Dialog } from '#components/overlays/dialog';
import { Chip } from '#components/ui/chip';
import { useClientQuery } from '#components/ui/client-query';
import { Time } from '#components/ui/time';
import type { AspectSentence } from '#lib/dashboard/analytics/competitors/aspects';
import { capitalize } from '#lib/format/labels';
import { formatPlural } from '#lib/format/numbers';

/** Loads the most frequent sentences of the current view that praise or criticize an aspect. */
export type AspectSentencesLoader = (aspect: string) => Promise<AspectSentence[]>;

interface AspectSheetProps {
  aspect: string;
  brand: string;
  loadSentences: AspectSentencesLoader;
}

/** An aspect that opens the sentences about it. */
export function AspectSheet({ aspect, brand, loadSentences }: AspectSheetProps) {
  return (
    <Dialog
      kind="sheet"
      title={capitalize(aspect)}
      description={`The most frequent sentences that praise or criticize ${brand} for it, with the filters of this page.`}
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
      <AspectSentences aspect={aspect} loadSentences={loadSentences} />
    </Dialog>
  );
}

/** Not cached after closing, because the filters may change before it is opened again. */
function AspectSentences({ aspect, loadSentences }: Omit<AspectSheetProps, 'brand'>) {
  const part = useClientQuery({
    queryKey: ['aspect-sentences', aspect],
    queryFn: () => loadSentences(aspect),
    gcTime: 0,
  });
  if (!part.data) return <AnswerPartState part={part} />;
  return (
    <ul className="-mt-2 divide-y">
      {part.data.map(({ id, sentence, sentiment, answers, engines, prompt, requestedAt }) => (
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
