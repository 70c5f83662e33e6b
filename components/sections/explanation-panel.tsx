'use client';

import { formatExplanation } from '#components/sections/format-explanation';
import { classes } from '#components/ui/classes';
import { useClientQuery } from '#components/ui/client-query';
import { Skeleton } from '#components/ui/loading';
import { Notice } from '#components/ui/notice';
import type { ChangeExplanation, ChangeTarget } from '#lib/dashboard/analytics/explanations/explain-change';
import type { ChangeUnit } from '#lib/format/format-change';

export interface ExplanationRequest {
  projectId: string;
  /** The filters of the page as a query string. */
  query: string;
  target: ChangeTarget;
}

/** Resolves to the explanation, which is null if one of the periods has no answers, or to an error message. */
export type ExplanationLoader = (
  request: ExplanationRequest,
) => Promise<{ ok: true; value: ChangeExplanation | null } | { ok: false; message: string }>;

interface ExplanationPanelProps {
  load: ExplanationLoader;
  request: ExplanationRequest;
  unit?: ChangeUnit | undefined;
}

/** Explains a change by its causes. The explanation is loaded when the panel is shown. */
export function ExplanationPanel({ load, request, unit }: ExplanationPanelProps) {
  const { data, isError } = useClientQuery({
    queryKey: ['explanation', request],
    queryFn: () => load(request),
    gcTime: 0,
  });
  if (isError) return <Notice tone="danger">Loading failed. Close this panel and open it again.</Notice>;
  if (!data) {
    return (
      <div className="flex flex-col gap-2.5" role="status" aria-label="Loading">
        <Skeleton />
        <Skeleton />
        <Skeleton className="h-4 w-4/5" />
      </div>
    );
  }
  if (!data.ok) return <Notice tone="danger">{data.message}</Notice>;
  if (!data.value) return <Notice>One of the periods has no answers.</Notice>;
  const { summary, rows, groups, sources } = formatExplanation(data.value, unit);
  return (
    <div className="flex flex-col gap-3 text-left text-sm whitespace-normal">
      <div>
        <h3 className="font-semibold">Why it changed</h3>
        <p className="mt-1 text-muted">{summary}</p>
      </div>
      <ul className="divide-y border-y">
        {rows.map(({ cause, label, value, isZero, details }) => (
          <li key={cause} className="grid grid-cols-[1fr_auto] gap-x-4 py-2">
            <span className={classes(isZero ? 'text-muted' : 'font-medium')}>{label}</span>
            <span className={classes('text-right tabular-nums', isZero ? 'text-muted' : 'font-medium')}>
              {value}
            </span>
            <span className="text-xs text-muted">
              {details.map((detail) => (
                <span key={detail} className="block wrap-anywhere">
                  {detail}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
      {groups.map(({ title, rows: groupRows }) => (
        <div key={title}>
          <h4 className="text-xs font-medium text-muted">{title}</h4>
          <ul className="mt-1">
            {groupRows.map(({ key, label, value, isZero, interval }) => (
              <li key={key} className="flex items-baseline gap-3 py-0.5">
                <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">{label}</span>
                <span
                  title={interval ?? undefined}
                  className={classes('shrink-0 text-right tabular-nums', isZero && 'text-muted')}
                >
                  {value}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {sources.length > 0 ? (
        <div>
          <h4 className="text-xs font-medium text-muted">Sources in the same time</h4>
          <ul className="mt-1 text-xs text-muted">
            {sources.map((source) => (
              <li key={source} className="wrap-anywhere">
                {source}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}
