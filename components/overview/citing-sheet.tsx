'use client';

import { useState } from 'react';
import { Dialog } from '#components/overlays/dialog';
import { Chip } from '#components/ui/chip';
import { DomainName } from '#components/ui/domain';
import { OutsideLink } from '#components/ui/links';
import { Skeleton } from '#components/ui/loading';
import { Notice } from '#components/ui/notice';
import { Time } from '#components/ui/time';
import type { CitingAnswer } from '#lib/dashboard/analytics/answers-citing';
import { countryName, formatEngine } from '#lib/format/labels';

/** The newest answers of the view that cite a domain. */
export type LoadCiting = (domain: string) => Promise<CitingAnswer[]>;

interface CitingSheetProps {
  domain: string;
  load: LoadCiting;
}

/** A domain's name that opens, beside the page, the answers which cite it. */
export function CitingSheet({ domain, load }: CitingSheetProps) {
  const [answers, setAnswers] = useState<CitingAnswer[]>();
  const [failed, setFailed] = useState(false);
  const open = async (isOpen: boolean) => {
    if (!isOpen) return;
    setFailed(false);
    try {
      setAnswers(await load(domain));
    } catch {
      setFailed(true);
    }
  };
  return (
    <Dialog
      kind="sheet"
      title={domain}
      description="The latest answers that cite it, under the filters of this page."
      onOpenChange={open}
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
      {failed ? (
        <Notice tone="danger">The answers could not be loaded. Close this and open it again.</Notice>
      ) : answers === undefined ? (
        <div className="flex flex-col gap-3" role="status" aria-label="Loading the answers">
          <Skeleton />
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="mt-4 h-4 w-full" />
          <Skeleton className="h-4 w-2/5" />
        </div>
      ) : answers.length === 0 ? (
        <p className="text-muted">It is listed as a source, but no text points at it in these days.</p>
      ) : (
        <ul className="-mt-2 divide-y">
          {answers.map((answer) => (
            <li key={answer.id} className="flex flex-col gap-1.5 py-3">
              <p className="font-medium text-balance">{answer.prompt}</p>
              <p className="flex flex-wrap items-center gap-2 text-xs text-muted">
                <Chip>{formatEngine(answer.engine)}</Chip>
                <Chip>{countryName(answer.country)}</Chip>
                <Time at={answer.askedAt} />
              </p>
              <CitedPages pages={answer.pages} />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function CitedPages({ pages }: Pick<CitingAnswer, 'pages'>) {
  return (
    <ul className="flex flex-col gap-1">
      {pages.map(({ url, label, citations }) => (
        <li key={url} className="flex items-baseline gap-3">
          <span className="min-w-0 flex-1 wrap-anywhere">
            <OutsideLink url={url}>{label || url}</OutsideLink>
          </span>
          <span className="shrink-0 text-xs text-muted">
            {citations === 1 ? 'cited' : `cited ${citations} times`}
          </span>
        </li>
      ))}
    </ul>
  );
}
