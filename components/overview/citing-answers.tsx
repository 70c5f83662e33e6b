import { AnswerPartState } from '#components/answers/answer-part';
import { EngineName } from '#components/filters/filter-context';
import { Chip } from '#components/ui/chip';
import { useClientQuery } from '#components/ui/client-query';
import { ExternalLink } from '#components/ui/links';
import { Time } from '#components/ui/time';
import { formatCountry } from '#lib/contract/country-names';
import { defineMessages } from '#lib/core/messages';
import type { CitingAnswer } from '#lib/dashboard/analytics/answers/list-answers';

/** Resolves to the newest answers that cite a domain, with the filters of the page. */
export type CitingAnswersLoader = (domain: string) => Promise<CitingAnswer[]>;

export interface CitingAnswersProps {
  domain: string;
  /** Identifies the filters of the page. */
  filterKey: string;
  loadCitingAnswers: CitingAnswersLoader;
}

/** Loads and lists answers that cite a domain. They are not cached, because there may be newer ones when they are opened again. */
export function CitingAnswers({ domain, filterKey, loadCitingAnswers }: CitingAnswersProps) {
  const part = useClientQuery({
    queryKey: ['citing-answers', filterKey, domain],
    queryFn: () => loadCitingAnswers(domain),
    gcTime: 0,
  });
  if (!part.data) return <AnswerPartState part={part} />;
  if (part.data.length === 0) {
    return <p className="text-muted">Listed as a source, but not cited in any answer in this period.</p>;
  }
  return (
    <ul className="-mt-2 divide-y">
      {part.data.map((answer) => (
        <li key={answer.id} className="flex flex-col gap-1.5 py-3">
          <p className="font-medium text-balance">{answer.prompt}</p>
          <p className="flex flex-wrap items-center gap-2 text-xs text-muted">
            <Chip>
              <EngineName engine={answer.engine} />
            </Chip>
            <Chip>{formatCountry(answer.country)}</Chip>
            <Time at={answer.requestedAt} />
          </p>
          <CitedPages pages={answer.pages} />
        </li>
      ))}
    </ul>
  );
}

const messages = defineMessages({
  citations: '{citations, plural, one {cited} other {cited # times}}',
});

function CitedPages({ pages }: Pick<CitingAnswer, 'pages'>) {
  return (
    <ul className="flex flex-col gap-1">
      {pages.map(({ url, label, citations }) => (
        <li key={url} className="flex items-baseline gap-3">
          <span className="min-w-0 flex-1 wrap-anywhere">
            <ExternalLink url={url}>{label || url}</ExternalLink>
          </span>
          <span className="shrink-0 text-xs text-muted">{messages.citations({ citations })}</span>
        </li>
      ))}
    </ul>
  );
}
