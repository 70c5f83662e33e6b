import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AnswerContent } from '#components/answers/answer-part';
import { ExternalLink } from '#components/ui/links';

/** Search queries, products, places, media and follow-up questions of an answer. */
export function AnswerExtras({ answer }: { answer: AnswerContent }) {
  const { searchQueries, extras } = answer;
  return (
    <>
      <Part title="Search queries" empty={searchQueries.length === 0}>
        {searchQueries.map((query) => (
          <li key={query} className="flex items-center gap-2">
            <Search className="size-3.5 shrink-0 text-muted" aria-hidden />
            {query}
          </li>
        ))}
      </Part>
      <Part title="Products" empty={extras.products.length === 0}>
        {withKeys(extras.products).map(({ key, item }) => (
          <Line key={key} name={item.name} url={item.url} aside={item.price}>
            {[item.seller, formatRating(item.rating)]}
          </Line>
        ))}
      </Part>
      <Part title="Places" empty={extras.places.length === 0}>
        {withKeys(extras.places).map(({ key, item }) => (
          <Line key={key} name={item.name} url={item.url} aside={formatRating(item.rating)}>
            {[item.kind === 'hotel' ? 'hotel' : '', item.address]}
          </Line>
        ))}
      </Part>
      <Part title="Videos and images" empty={extras.media.length === 0}>
        {withKeys(extras.media).map(({ key, item }) => (
          <Line key={key} name={item.title} url={item.url} aside={item.kind}>
            {[item.source]}
          </Line>
        ))}
      </Part>
      <Part title="Suggested follow-ups" empty={extras.related.length === 0}>
        {withKeys(extras.related).map(({ key, item }) => (
          <li key={key}>{item}</li>
        ))}
      </Part>
    </>
  );
}

function Part({ title, empty, children }: { title: string; empty: boolean; children: ReactNode }) {
  if (empty) return null;
  return (
    <section aria-label={title} className="border-t pt-4">
      <h3 className="mb-2 font-semibold">{title}</h3>
      <ul className="flex flex-col gap-2">{children}</ul>
    </section>
  );
}

interface LineProps {
  name: string;
  url: string;
  aside: string;
  /** Details under the name; empty ones are omitted. */
  children: readonly string[];
}

function Line({ name, url, aside, children }: LineProps) {
  return (
    <li className="flex items-baseline justify-between gap-4">
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <ExternalLink url={url}>{name}</ExternalLink>
        </p>
        <p className="text-xs text-muted">{children.filter(Boolean).join(' · ')}</p>
      </div>
      <span className="shrink-0 text-xs text-muted">{aside}</span>
    </li>
  );
}

/** Adds keys by index, because items can repeat. */
function withKeys<T>(items: readonly T[]): { key: string; item: T }[] {
  return items.map((item, index) => ({ key: String(index), item }));
}

function formatRating(rating: number | null): string {
  return rating === null || rating === 0 ? '' : `rated ${rating}`;
}
