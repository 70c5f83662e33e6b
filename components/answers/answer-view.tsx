'use client';

import { Search } from 'lucide-react';
import { useParams } from 'next/navigation';
import { Tabs } from 'radix-ui';
import { type ReactNode, useCallback, useState } from 'react';
import { AnswerMarkdown } from '#components/answers/answer-markdown';
import { type AnswerContent, type AnswerLoaders, AnswerPartState } from '#components/answers/answer-part';
import {
  AnswerComparison,
  AnswerSources,
  RawAnswer,
  StoredPage,
  useAnswerPart,
} from '#components/answers/answer-tabs';
import { BrandRanks, HighlightedText } from '#components/answers/brand-mentions';
import { SpotCheck } from '#components/answers/spot-check';
import { Link } from '#components/ui/link';
import { ExternalLink } from '#components/ui/links';
import { formatFacts } from '#lib/core/lists';

export interface LoadedAnswerProps {
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
  if (!part.data) return <AnswerPartState part={part} missingMessage="This answer no longer exists." />;
  const answer = part.data;
  return (
    <AnswerView
      key={answer.id}
      answer={answer}
      loaders={loaders}
      promptHref={projectId && `/projects/${projectId}/prompts/${answer.promptId}`}
    />
  );
}

interface AnswerViewProps {
  answer: AnswerContent;
  loaders: AnswerLoaders;
  /** URL of the prompt; undefined on a shared page. */
  promptHref: string | undefined;
}

/** Tabs with the text, sources, spot check, comparison, stored page and JSON result of an answer. */
function AnswerView({ answer, loaders: { loadRaw, loadPrevious, spotCheck }, promptHref }: AnswerViewProps) {
  const [tab, setTab] = useState('answer');
  /** The position of the source whose citation was clicked. */
  const [citedSource, setCitedSource] = useState<number | null>(null);
  const openSource = useCallback((position: number) => {
    setCitedSource(position);
    setTab('sources');
  }, []);
  const openTab = (next: string) => {
    setCitedSource(null);
    setTab(next);
  };
  return (
    <Tabs.Root value={tab} onValueChange={openTab}>
      <Tabs.List
        aria-label="Answer sections"
        className="mb-5 flex gap-1 overflow-x-auto border-b max-sm:gap-0"
      >
        <Tab value="answer">Answer</Tab>
        <Tab value="sources">Sources {answer.sources.length}</Tab>
        {spotCheck ? <Tab value="spot-check">Spot check</Tab> : null}
        {loadPrevious ? <Tab value="compare">Compare</Tab> : null}
        {loadRaw ? <Tab value="page">Page</Tab> : null}
        {loadRaw ? <Tab value="raw">JSON</Tab> : null}
      </Tabs.List>
      <Panel value="answer">
        <div className="flex flex-col gap-6">
          <BrandRanks ranks={answer.mentions} brands={answer.brands} />
          {answer.markdown ? (
            <AnswerMarkdown answer={answer} markdown={answer.markdown} onCitationClick={openSource} />
          ) : (
            <p className="text-base leading-relaxed whitespace-pre-line wrap-anywhere">
              <HighlightedText text={answer.text} mentions={answer.mentions} brands={answer.brands} />
            </p>
          )}
          <AnswerExtras answer={answer} />
          <p className="flex flex-wrap gap-x-4 gap-y-1 border-t pt-4 text-xs text-muted">
            <span>{answer.model ? `Model ${answer.model}` : 'Model not reported'}</span>
            {answer.searchQueries === null ? <span>Search queries not reported</span> : null}
            {promptHref ? (
              <Link href={promptHref} className="font-medium text-accent hover:text-accent-strong">
                View prompt
              </Link>
            ) : null}
          </p>
        </div>
      </Panel>
      <Panel value="sources">
        <AnswerSources
          sources={answer.sources}
          hasReportedCitations={answer.hasReportedCitations}
          scrollTo={citedSource}
        />
      </Panel>
      <Panel value="spot-check">
        {spotCheck ? (
          <SpotCheck
            source={spotCheck}
            promptId={answer.promptId}
            engine={answer.engine}
            country={answer.country}
          />
        ) : null}
      </Panel>
      <Panel value="compare">
        {loadPrevious ? <AnswerComparison answer={answer} load={loadPrevious} /> : null}
      </Panel>
      <Panel value="page">
        <StoredPage page={answer.page} />
      </Panel>
      <Panel value="raw">{loadRaw ? <RawAnswer answerId={answer.id} load={loadRaw} /> : null}</Panel>
    </Tabs.Root>
  );
}

function Tab({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Tabs.Trigger
      value={value}
      className="h-9 shrink-0 border-b-2 border-transparent px-2 font-medium whitespace-nowrap text-muted -outline-offset-2 hover:text-ink sm:px-2.5 data-[state=active]:border-accent data-[state=active]:text-ink"
    >
      {children}
    </Tabs.Trigger>
  );
}

function Panel({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Tabs.Content value={value} tabIndex={-1} className="outline-none">
      {children}
    </Tabs.Content>
  );
}

function AnswerExtras({ answer: { searchQueries, extras } }: { answer: AnswerContent }) {
  return (
    <>
      <ExtrasSection title="Search queries" items={searchQueries ?? []}>
        {(query) => (
          <span className="flex items-center gap-2">
            <Search className="size-3.5 shrink-0 text-muted" aria-hidden />
            {query}
          </span>
        )}
      </ExtrasSection>
      <ExtrasSection title="Products" items={extras.products}>
        {({ name, url, price, seller, rating }) => (
          <ExtraItem name={name} url={url} aside={price} details={[seller, formatRating(rating)]} />
        )}
      </ExtrasSection>
      <ExtrasSection title="Places" items={extras.places}>
        {({ name, url, rating, kind, address }) => {
          const details = [kind === 'hotel' ? 'hotel' : '', address];
          return <ExtraItem name={name} url={url} aside={formatRating(rating)} details={details} />;
        }}
      </ExtrasSection>
      <ExtrasSection title="Videos and images" items={extras.media}>
        {({ title, url, kind, source }) => (
          <ExtraItem name={title} url={url} aside={kind} details={[source]} />
        )}
      </ExtrasSection>
      <ExtrasSection title="Suggested follow-ups" items={extras.related}>
        {(question) => question}
      </ExtrasSection>
    </>
  );
}

interface ExtrasSectionProps<T> {
  title: string;
  items: readonly T[];
  children: (item: T) => ReactNode;
}

function ExtrasSection<T>({ title, items, children }: ExtrasSectionProps<T>) {
  if (items.length === 0) return null;
  return (
    <section aria-label={title} className="border-t pt-4">
      <h3 className="mb-2 font-semibold">{title}</h3>
      <ul className="flex flex-col gap-2">
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items can repeat and never change order
          <li key={index}>{children(item)}</li>
        ))}
      </ul>
    </section>
  );
}

interface ExtraItemProps {
  name: string;
  url: string;
  aside: string;
  /** Shown under the name; empty ones are omitted. */
  details: readonly string[];
}

function ExtraItem({ name, url, aside, details }: ExtraItemProps) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <ExternalLink url={url}>{name}</ExternalLink>
        </p>
        <p className="text-xs text-muted">{formatFacts(details)}</p>
      </div>
      <span className="shrink-0 text-xs text-muted">{aside}</span>
    </div>
  );
}

function formatRating(rating: number | null): string {
  return rating === null || rating === 0 ? '' : `rated ${rating}`;
}
