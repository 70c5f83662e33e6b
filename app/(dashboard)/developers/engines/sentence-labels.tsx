'use client';

import { useAction } from '#app/(dashboard)/use-action.ts';
import { Button } from '#components/ui/button';
import { ErrorNotice } from '#components/ui/notice';
import { formatLanguage } from '#lib/core/language-names';
import { sampleSize } from '#lib/core/sentiment';
import type { LabeledLanguage } from '#lib/dashboard/sentiment/label-sentences';
import { describeAccuracy } from '#lib/format/sentiment-accuracy';
import { labelSentenceAction } from '../actions';

interface SentenceLabelsProps {
  languages: readonly LabeledLanguage[];
  /** Reason why the member can't label sentences; null if they can. */
  denial: string | null;
}

const labels = [
  { sentiment: 'positive', label: 'Positive' },
  { sentiment: 'neutral', label: 'Neutral' },
  { sentiment: 'negative', label: 'Negative' },
] as const;

/** The accuracy of the classifier by language, with the sentences that members label to measure it. */
export function SentenceLabels({ languages, denial }: SentenceLabelsProps) {
  const labeling = useAction(labelSentenceAction);
  if (languages.length === 0) return null;
  return (
    <div className="mt-6">
      <h3 className="font-semibold">Accuracy</h3>
      <p className="mt-1 text-muted">
        Label {sampleSize} sentences per language to measure the classifier. You don’t see how it classified
        them. In a language where it is right in fewer than 75%, sentiment is off.
      </p>
      <ErrorNotice problem={labeling.problem} />
      <ul className="mt-3 divide-y border-y">
        {languages.map((language) => (
          <li key={language.language} className="py-2">
            {describeAccuracy(language)}
            {language.next ? (
              <details className="mt-1">
                <summary className="cursor-pointer text-muted hover:text-ink">
                  Label sentences in {formatLanguage(language.language)}
                </summary>
                <blockquote className="mt-2 border-l-2 pl-3 wrap-anywhere" lang={language.language}>
                  {language.next.sentence}
                </blockquote>
                <p className="mt-2 text-xs text-muted">
                  What does it say about {language.next.brand}, from the point of view of a customer?
                </p>
                <p className="mt-2 flex flex-wrap gap-1">
                  {labels.map(({ sentiment, label }) => (
                    <Button
                      key={sentiment}
                      size="small"
                      denial={denial}
                      busy={labeling.busy}
                      onClick={() => labeling.run({ sentenceId: language.next?.id ?? '', sentiment })}
                    >
                      {label}
                    </Button>
                  ))}
                </p>
              </details>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}
