'use client';

import { Download, ExternalLink as ExternalLinkIcon } from 'lucide-react';
import { Fragment, useEffect, useRef } from 'react';
import { type AnswerContent, AnswerPartState } from '#components/answers/answer-part';
import { type DiffPart, diffLists, diffWords } from '#components/answers/word-diff';
import { Button } from '#components/ui/button';
import { Chip } from '#components/ui/chip';
import { useClientQuery } from '#components/ui/client-query';
import { useCopyButton } from '#components/ui/copy-secret';
import { LinkButton } from '#components/ui/link-button';
import { ExternalLink } from '#components/ui/links';
import { Notice } from '#components/ui/notice';
import { Time, useIsHydrated } from '#components/ui/time';
import { formatList } from '#lib/core/lists';
import { defineMessages } from '#lib/core/messages';
import { capitalize } from '#lib/core/text';
import type { AnswerSource, PreviousAnswer } from '#lib/dashboard/analytics/answers/get-answer';

/**
 * Loads a part of an answer.
 * @param initial the part if the page already has it; it is then not loaded again
 */
export function useAnswerPart<T>(
  part: 'content' | 'raw' | 'previous',
  answerId: string,
  load: (answerId: string) => Promise<T>,
  initial?: T | null,
) {
  return useClientQuery<T>({
    queryKey: ['answer', answerId, part],
    queryFn: () => load(answerId),
    ...(initial == null ? {} : { initialData: initial }),
  });
}

interface AnswerSourcesProps {
  sources: readonly AnswerSource[];
  /** False if it is unknown which sources the text cites. */
  hasReportedCitations: boolean;
  /** Position of the source to scroll to. */
  scrollTo: number | null;
}

/** The sources of an answer, cited or only listed. */
export function AnswerSources({ sources, hasReportedCitations, scrollTo }: AnswerSourcesProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (scrollTo === null) return;
    const item = list.current?.querySelector<HTMLElement>(`[data-position="${scrollTo}"]`);
    item?.scrollIntoView({ block: 'center' });
    item?.focus();
  }, [scrollTo]);
  if (sources.length === 0) return <p className="text-muted">This answer lists no sources.</p>;
  return (
    <>
      <p className="mb-1 text-muted">
        {hasReportedCitations
          ? `${sources.filter(({ citations }) => citations > 0).length} of ${sources.length} cited in the text`
          : `${sources.length} listed. The provider did not report which of them the text cites.`}
      </p>
      <ol ref={list} className="divide-y">
        {sources.map(({ position, url, label, domain, type, citations }) => (
          <li
            key={position}
            data-position={position}
            tabIndex={-1}
            className="flex gap-3 py-2.5 focus:bg-accent-soft focus:outline-none"
          >
            <span className="w-5 shrink-0 text-right text-muted">{position}</span>
            <div className="min-w-0 flex-1">
              <p className="font-medium wrap-anywhere">
                <ExternalLink url={url}>{label || domain}</ExternalLink>
              </p>
              <p className="flex flex-wrap items-center gap-2 text-xs text-muted">
                <span className="truncate">{domain}</span>
                {type === 'other' ? null : <Chip>{capitalize(type)}</Chip>}
              </p>
            </div>
            <span className="shrink-0 text-xs text-muted">{formatCitations(citations)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

const messages = defineMessages({
  shownPage: 'Page shown by the engine{pages, plural, one {} other {, {number, number}}}',
  citations: '{citations, plural, =0 {listed} one {cited} other {cited # times}}',
});

function formatCitations(citations: number): string {
  return messages.citations({ citations });
}

interface AnswerComparisonProps {
  answer: AnswerContent;
  load: (answerId: string) => Promise<PreviousAnswer | null>;
}

/** Differences from the previous answer with the same prompt, engine, country and sample number. */
export function AnswerComparison({ answer, load }: AnswerComparisonProps) {
  const part = useAnswerPart('previous', answer.id, load);
  const previous = part.data;
  if (!previous) {
    const missingMessage =
      'There is no earlier answer with the same prompt, engine, country and sample number.';
    return <AnswerPartState part={part} missingMessage={missingMessage} />;
  }
  const getBrandName = (id: string) =>
    answer.brands.find((brand) => brand.id === id)?.name ?? 'deleted brand';
  const brands = diffLists(
    previous.brandIds.map(getBrandName),
    answer.mentions.map(({ brandId }) => getBrandName(brandId)),
  );
  const sources = diffLists(
    previous.domains,
    answer.sources.map(({ domain }) => domain),
  );
  const textParts = diffWords(previous.text, answer.text);
  return (
    <div className="flex flex-col gap-5">
      <p className="text-muted">
        Compared with the answer from <Time at={previous.requestedAt} />
        {previous.model && answer.model && previous.model !== answer.model
          ? `; the model changed from ${previous.model} to ${answer.model}`
          : null}
        .
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
        {[{ label: 'Brands', ...brands } as const, { label: 'Source domains', ...sources } as const].map(
          ({ label, added, removed }) => (
            <Fragment key={label}>
              <dt className="text-muted">{label}</dt>
              <dd>
                {added.length === 0 && removed.length === 0 ? 'Unchanged' : null}
                {added.length > 0 ? <span className="block">+ {formatList(added)} added</span> : null}
                {removed.length > 0 ? <span className="block">− {formatList(removed)} removed</span> : null}
              </dd>
            </Fragment>
          ),
        )}
        <dt className="text-muted">Text</dt>
        <dd>{textParts.every(({ kind }) => kind === 'same') ? 'Unchanged' : 'Changed'}</dd>
      </dl>
      <p className="border-t pt-4 text-base leading-relaxed whitespace-pre-line wrap-anywhere">
        {textParts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a diff never change order
          <DiffText key={index} {...part} />
        ))}
      </p>
    </div>
  );
}

const diffMarks = {
  added: {
    Element: 'ins',
    sign: '+',
    className: 'bg-accent-soft text-accent-strong underline decoration-2 underline-offset-2',
  },
  removed: { Element: 'del', sign: '−', className: 'bg-sunken text-muted line-through' },
} as const;

/** Marks a change with a sign and an underline or strikethrough, not only with a color. */
function DiffText({ kind, text }: DiffPart) {
  if (kind === 'same') return text;
  const { Element, sign, className } = diffMarks[kind];
  return (
    <Element className={`rounded-[3px] px-0.5 ${className}`}>
      <span className="select-none" aria-hidden>
        {sign}
      </span>
      <span className="sr-only">{kind}: </span>
      {text}
    </Element>
  );
}

/** The stored page in a sandboxed iframe without scripts or same-origin access. */
export function StoredPage({ page }: { page: AnswerContent['page'] }) {
  const origin = useIsHydrated() ? window.location.origin : null;
  if (!page) {
    return <Notice>No page was stored for this answer. Pages aren’t stored for backfills.</Notice>;
  }
  if (new Date(page.expiresAt).getTime() <= Date.now()) {
    return (
      <Notice>
        The page expired on <Time at={page.expiresAt} />. The answer is still available.
      </Notice>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">
        Available until <Time at={page.expiresAt} />. Scripts are disabled.
      </p>
      {page.urls.map((url, index) => (
        <div key={url} className="flex flex-col gap-2">
          {URL.parse(url)?.origin === origin ? (
            <iframe
              src={url}
              sandbox=""
              referrerPolicy="no-referrer"
              title={messages.shownPage({ pages: page.urls.length, number: index + 1 })}
              className="h-[60dvh] w-full rounded-lg border bg-[white]"
            />
          ) : (
            <p className="text-muted">This page is stored on another service and opens in a new tab.</p>
          )}
          <LinkButton
            size="small"
            Icon={ExternalLinkIcon}
            className="self-start"
            href={url}
            prefetch={false}
            target="_blank"
            rel="noreferrer noopener"
          >
            Open page {page.urls.length > 1 ? index + 1 : ''}
          </LinkButton>
        </div>
      ))}
    </div>
  );
}

interface RawAnswerProps {
  answerId: string;
  load: (answerId: string) => Promise<string | null>;
}

/** The engine's result, as `/v1` returned it, as JSON to copy or download. */
export function RawAnswer({ answerId, load }: RawAnswerProps) {
  const part = useAnswerPart('raw', answerId, load);
  const json = part.data;
  const copy = useCopyButton(json ?? '');
  if (typeof json !== 'string') {
    return <AnswerPartState part={part} missingMessage="This answer no longer exists." />;
  }
  const download = () => {
    const url = URL.createObjectURL(new Blob([json], { type: 'application/json' }));
    Object.assign(document.createElement('a'), { href: url, download: `answer-${answerId}.json` }).click();
    URL.revokeObjectURL(url);
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        {copy.button}
        <Button size="small" Icon={Download} onClick={download}>
          Download
        </Button>
        <p role="status" className="text-xs text-muted">
          {copy.error}
        </p>
      </div>
      <div className="rounded-lg bg-sunken">
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
          tabIndex={0}
          className="fades-at-edges overflow-x-auto p-3 font-mono text-xs"
        >
          {json}
        </pre>
      </div>
    </div>
  );
}
