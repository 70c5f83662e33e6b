'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { AskNow, type AskSource } from '#components/answers/ask-now';
import { Popover } from '#components/overlays/popover';
import { SandboxBadge } from '#components/sections/section';
import { useClientQuery } from '#components/ui/client-query';
import { PageLink } from '#components/ui/links';
import { Skeleton } from '#components/ui/loading';
import { EmptyState, Notice } from '#components/ui/notice';
import { Select } from '#components/ui/select';
import { Time } from '#components/ui/time';
import { formatCountry } from '#lib/contract/country-names';
import { getEngineName } from '#lib/contract/engines';
import { formatPlural } from '#lib/core/numbers';
import type { SpotCheckData, SpotCheckTarget } from '#lib/dashboard/analytics/answers/spot-check';
import { type AnswersLinkContext, getAnswersUrl } from '#lib/format/answer-links';
import {
  describeSpotMethod,
  describeStoredAnswers,
  listSpotOutcomes,
  summarizeSpotCheck,
} from '#lib/format/spot-check-sentences';

/** The actions that load spot checks and ask live. A shared report has only `load`. */
export interface SpotCheckSource {
  /** Resolves to null without answers. */
  load: (
    target: SpotCheckTarget & AnswersLinkContext,
  ) => Promise<{ ok: true; value: SpotCheckData | null } | { ok: false; message: string }>;
  /** The page whose filters select the answers. */
  linkContext?: AnswersLinkContext | undefined;
  ask?: AskSource | undefined;
}

interface SpotCheckProps {
  source: SpotCheckSource;
  promptId: string;
  /** The only engine and country to show; by default the one with the most answers is shown first. */
  engine?: string;
  country?: string;
}

const triesOptions = [1, 2, 3, 5, 10].map((tries) => ({
  value: String(tries),
  label: formatPlural(tries, 'try', 'tries'),
}));
const defaultTries = 3;
/** A shared report knows its project and filters. */
const sharedContext: AnswersLinkContext = { projectId: '', query: '' };

/** The results to expect when asking a prompt on an engine in a country, beside the newest stored answers. */
export function SpotCheck({ source, promptId, engine, country }: SpotCheckProps) {
  const [tries, setTries] = useState(defaultTries);
  const [place, setPlace] = useState<{ engine?: string | undefined; country?: string | undefined }>({
    engine,
    country,
  });
  const target = { promptId, tries, ...place, ...(source.linkContext ?? sharedContext) };
  const { data, isError } = useClientQuery({
    queryKey: ['spot-check', target],
    queryFn: () => source.load(target),
    placeholderData: keepPreviousData,
  });
  if (isError) return <Notice tone="danger">Loading failed. Reload the page and try again.</Notice>;
  if (!data) return <LoadingSpotCheck />;
  if (!data.ok) return <Notice tone="danger">{data.message}</Notice>;
  if (!data.value) {
    return (
      <EmptyState kind="none yet" title="No answers yet">
        A spot check needs answers to this prompt in the period.
      </EmptyState>
    );
  }
  const check = data.value;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-3">
        {engine === undefined && check.places.length > 1 ? (
          <Select
            label="Engine and country"
            labelHidden
            value={toKey(check)}
            options={check.places.map((choice) => ({ value: toKey(choice), label: labelPlace(choice) }))}
            onChange={(key) => setPlace(check.places.find((choice) => toKey(choice) === key) ?? {})}
          />
        ) : (
          <p className="flex h-9 items-center text-muted">{labelPlace(check)}</p>
        )}
        <Select
          label="Number of tries"
          labelHidden
          value={String(check.tries)}
          options={triesOptions}
          onChange={(value) => setTries(Number(value))}
        />
        {check.fictional > 0 ? <SandboxBadge isPartial={check.fictional < check.answers} /> : null}
      </div>
      <p className="max-w-[70ch] text-base font-medium text-pretty">{summarizeSpotCheck(check)}</p>
      <div className="grid gap-x-12 gap-y-6 sm:grid-cols-2">
        <div className="min-w-0">
          <h3 className="font-semibold">Answers that mention {check.brand}</h3>
          <Outcomes check={check} />
          <Popover
            label="How the chances are computed"
            trigger={
              <button
                type="button"
                data-print="hide"
                className="mt-2 min-h-6 text-xs font-medium text-accent hover:text-accent-strong"
              >
                How this is computed
              </button>
            }
          >
            <p className="text-xs text-muted">{describeSpotMethod(check)}</p>
          </Popover>
        </div>
        <NewestAnswers check={check} promptId={promptId} linkContext={source.linkContext} />
      </div>
      {source.ask && source.linkContext ? (
        <AskNow
          key={`${toKey(check)} ${check.tries}`}
          ask={source.ask}
          check={check}
          promptId={promptId}
          linkContext={source.linkContext}
        />
      ) : null}
    </div>
  );
}

const toKey = (place: { engine: string; country: string }) => `${place.engine} ${place.country}`;
const labelPlace = (place: { engine: string; country: string }) =>
  `${getEngineName(place.engine)}, ${formatCountry(place.country)}`;

function LoadingSpotCheck() {
  return (
    <div className="flex min-h-64 flex-col gap-2.5" role="status" aria-label="Loading">
      <Skeleton className="h-9 w-64" />
      <Skeleton />
      <Skeleton className="h-4 w-4/5" />
    </div>
  );
}

function Outcomes({ check }: { check: SpotCheckData }) {
  return (
    <ul className="mt-2 flex flex-col gap-1.5 text-xs tabular-nums" aria-label="Possible results">
      {listSpotOutcomes(check).map(({ mentions, people, label, share }) => (
        <li key={mentions} className="grid grid-cols-[3.5rem_1fr_8.5rem] items-center gap-3">
          <span>{label}</span>
          <span className="h-2 rounded-sm bg-sunken" aria-hidden>
            <span className="block h-full rounded-sm bg-accent/60" style={{ width: `${people}%` }} />
          </span>
          <span className="text-right text-muted">{share}</span>
        </li>
      ))}
    </ul>
  );
}

interface NewestAnswersProps {
  check: SpotCheckData;
  promptId: string;
  linkContext: AnswersLinkContext | undefined;
}

function NewestAnswers({ check, promptId, linkContext }: NewestAnswersProps) {
  const { newest, engine, country, brand } = check;
  return (
    <div className="min-w-0">
      <h3 className="font-semibold">Newest stored answers</h3>
      <ul className="mt-2 divide-y border-y text-xs">
        {newest.map(({ id, requestedAt, isMentioned }) => (
          <li key={id} className="flex items-baseline justify-between gap-4 py-1.5">
            {linkContext ? (
              <PageLink
                href={getAnswersUrl(linkContext.projectId, linkContext.query, {
                  engine,
                  country,
                  prompt: promptId,
                  answer: id,
                })}
                prefetch={false}
                className="font-medium text-accent hover:text-accent-strong"
              >
                <Time at={requestedAt} />
              </PageLink>
            ) : (
              <Time at={requestedAt} />
            )}
            <span className="text-muted">{isMentioned ? `Mentions ${brand}` : 'No mention'}</span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-xs text-muted">{describeStoredAnswers(check)}</p>
    </div>
  );
}
