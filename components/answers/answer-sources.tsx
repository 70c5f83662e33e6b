'use client';

import { useEffect, useRef } from 'react';
import { SandboxBadge } from '#components/sections/section';
import { Chip } from '#components/ui/chip';
import { ExternalLink } from '#components/ui/links';
import type { AnswerSource } from '#lib/dashboard/analytics/answers/get-answer';
import { formatDomainType } from '#lib/format/labels';

interface AnswerSourcesProps {
  sources: readonly AnswerSource[];
  /** Position of the source to scroll to. */
  wanted: number | null;
}

/** The sources of an answer, cited or only listed. */
export function AnswerSources({ sources, wanted }: AnswerSourcesProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (wanted === null) return;
    const item = list.current?.querySelector<HTMLElement>(`[data-position="${wanted}"]`);
    item?.scrollIntoView({ block: 'center' });
    item?.focus();
  }, [wanted]);
  if (sources.length === 0) return <p className="text-muted">This answer lists no sources.</p>;
  const cited = sources.filter(({ citations }) => citations > 0).length;
  return (
    <>
      <div className="mb-1 flex min-h-6 items-center justify-between gap-4 text-muted">
        <p>
          {cited} of {sources.length} cited in the text
        </p>
        {sources.some(({ isFictional }) => isFictional) ? <SandboxBadge /> : null}
      </div>
      <ol ref={list} className="divide-y">
        {sources.map((source) => (
          <li
            key={source.position}
            data-position={source.position}
            tabIndex={-1}
            className="flex gap-3 py-2.5 focus:bg-accent-soft focus:outline-none"
          >
            <span className="w-5 shrink-0 text-right text-muted">{source.position}</span>
            <div className="min-w-0 flex-1">
              <p className="font-medium wrap-anywhere">
                <ExternalLink url={source.url}>{source.label || source.domain}</ExternalLink>
              </p>
              <p className="flex flex-wrap items-center gap-2 text-xs text-muted">
                <span className="truncate">{source.domain}</span>
                {source.type === 'other' ? null : <Chip>{formatDomainType(source.type)}</Chip>}
              </p>
            </div>
            <span className="shrink-0 text-xs text-muted">{formatCitations(source.citations)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

function formatCitations(citations: number): string {
  if (citations === 0) return 'listed';
  return citations === 1 ? 'cited' : `cited ${citations} times`;
}
