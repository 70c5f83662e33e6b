'use client';

import { useCallback, useState } from 'react';
import { AnswerMarkdown } from '#components/answers/answer-markdown';
import { AnswerSources } from '#components/answers/answer-tabs';
import { SandboxBadge } from '#components/sections/section';
import type { PlaygroundAnswer } from '#lib/dashboard/playground/playground-answer';

/** The answer of an engine: text with citations, search queries and sources. */
export function AnswerPanel({ answer }: { answer: PlaygroundAnswer }) {
  const { model, text, markdown, searchQueries, hasReportedCitations, sources, isFictional } = answer;
  const [citedSource, setCitedSource] = useState<number | null>(null);
  const openSource = useCallback((position: number) => setCitedSource(position), []);
  return (
    <div className="flex flex-col gap-5">
      {markdown === null ? (
        <p className="text-base leading-relaxed whitespace-pre-line wrap-anywhere">{text}</p>
      ) : (
        <AnswerMarkdown
          answer={{ text, sources, mentions: [], brands: [] }}
          markdown={markdown}
          onCitationClick={openSource}
        />
      )}
      {model === null ? null : <p className="text-xs text-muted">Model {model}</p>}
      {searchQueries && searchQueries.length > 0 ? (
        <section aria-label="Search queries" className="border-t pt-4">
          <h3 className="mb-2 font-semibold">Search queries</h3>
          <ul className="flex flex-col gap-1">
            {searchQueries.map((query, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: queries can repeat and never change order
              <li key={index}>{query}</li>
            ))}
          </ul>
        </section>
      ) : null}
      <section aria-label="Sources" className="border-t pt-4">
        <div className="mb-2 flex min-h-6 items-center justify-between gap-4">
          <h3 className="font-semibold">Sources</h3>
          {isFictional ? <SandboxBadge /> : null}
        </div>
        <AnswerSources sources={sources} hasReportedCitations={hasReportedCitations} scrollTo={citedSource} />
      </section>
    </div>
  );
}
