'use client';

import { type RefObject, useEffect, useRef } from 'react';
import { BrandRanks } from '#components/answers/brand-mentions';
import { isInFieldOrOverlay } from '#components/layout/keyboard';
import { TableView } from '#components/sections/table-view';
import { useUrlQuery } from '#components/ui/links';
import { Time } from '#components/ui/time';
import { formatCountry } from '#lib/contract/country-names';
import { formatEngineWithModel } from '#lib/contract/engine-labels';
import { answersTable } from '#lib/contract/tables/answers';
import type { TrackedBrand } from '#lib/core/metric';
import { formatCount } from '#lib/core/numbers';
import type { AnswerListItem } from '#lib/dashboard/analytics/answers/list-answers';

interface AnswersTableProps {
  answers: readonly AnswerListItem[];
  brands: readonly TrackedBrand[];
}

/** Answers, newest first. The arrow keys, or j and k, move through the rows, and Enter opens the focused one. */
export function AnswersTable({ answers, brands }: AnswersTableProps) {
  const { openId, open } = useOpenAnswer();
  const container = useRef<HTMLDivElement>(null);
  useRowKeys(container, openId === null);
  useRestoreFocus(container, openId);
  return (
    <div ref={container}>
      <TableView
        table={answersTable}
        rows={answers}
        getKey={({ id }) => id}
        isHighlighted={({ id }) => id === openId}
        views={{
          requestedAt: { className: 'whitespace-nowrap tabular-nums text-muted max-sm:hidden' },
          prompt: {
            className: 'min-w-44 max-sm:pl-0',
            cell: (answer) => (
              <>
                <button
                  type="button"
                  data-row={answer.id}
                  onClick={() => open(answer.id)}
                  className="text-left font-medium text-pretty after:absolute after:inset-0 hover:text-accent-strong"
                >
                  {answer.prompt}
                </button>
                <div className="mt-1 flex flex-col gap-1 xl:hidden">
                  <span className="text-xs text-muted">
                    {formatEngineWithModel(answer)}, {formatCountry(answer.country)}
                    <span className="sm:hidden">
                      , <Time at={answer.requestedAt} />
                    </span>
                  </span>
                  <BrandRanks ranks={answer.ranks} brands={brands} maxShown={3} />
                </div>
              </>
            ),
          },
          engine: { className: 'whitespace-nowrap max-xl:hidden', cell: formatEngineWithModel },
          country: {
            className: 'whitespace-nowrap max-xl:hidden',
            cell: ({ country }) => formatCountry(country),
          },
          brands: {
            className: 'max-xl:hidden',
            cell: ({ ranks }) => <BrandRanks ranks={ranks} brands={brands} maxShown={4} />,
          },
          sources: { className: 'text-muted', cell: (answer) => <CitedCount {...answer} /> },
        }}
      />
    </div>
  );
}

/** The numbers of cited and listed sources: "5 of 9 cited", or "5/9" on a narrow screen; "9 listed" if citations are not reported. */
function CitedCount({ citedCount, sourceCount }: Pick<AnswerListItem, 'citedCount' | 'sourceCount'>) {
  if (sourceCount === 0) return 'None';
  const total = formatCount(sourceCount);
  if (citedCount === null)
    return <span title="The provider does not report which ones are cited">{total} listed</span>;
  const cited = formatCount(citedCount);
  return (
    <>
      <span aria-hidden className="sm:hidden">
        {cited}/{total}
      </span>
      <span className="max-sm:sr-only">
        {cited} of {total} cited
      </span>
    </>
  );
}

/** Focuses the row of an answer when the answer is closed. */
function useRestoreFocus(body: RefObject<HTMLElement | null>, openId: string | null) {
  const previous = useRef(openId);
  useEffect(() => {
    const closed = openId === null ? previous.current : null;
    previous.current = openId;
    if (closed) body.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(closed)}"]`)?.focus();
  }, [body, openId]);
}

interface OpenAnswer {
  /** ID of the answer in the drawer; null if closed. */
  openId: string | null;
  open: (answerId: string) => void;
  close: () => void;
}

/** The answer in the drawer. The state is in the URL, so that a copied link opens the same answer. */
export function useOpenAnswer(): OpenAnswer {
  const { query, changeWithoutLoading } = useUrlQuery();
  return {
    openId: new URLSearchParams(query).get('answer'),
    open: (answerId) => changeWithoutLoading({ answer: [answerId] }),
    close: () => changeWithoutLoading({ answer: [] }),
  };
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

/**
 * Moves the focus through the table's buttons that have `data-row`: the arrow keys while one of them is focused, j and k
 * from anywhere on the page except a field, dialog or menu.
 */
function useRowKeys(body: RefObject<HTMLElement | null>, enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return;
    const move = (event: KeyboardEvent) => {
      const step = steps[event.key];
      if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      const rows = [...(body.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
      const focused = rows.findIndex((row) => row.matches(':focus'));
      if (focused < 0 && (event.key.startsWith('Arrow') || isInFieldOrOverlay(event.target))) return;
      const next = rows[focused < 0 ? 0 : focused + step];
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    document.addEventListener('keydown', move);
    return () => document.removeEventListener('keydown', move);
  }, [body, enabled]);
}
