'use client';

import { createContext, type ReactNode, useContext } from 'react';
import { loadOnFirstInteraction } from '#components/overlays/lazy-panel';
import { Popover } from '#components/overlays/popover';
import { ChangeLabel } from '#components/sections/change-label';
import { LoadFailed } from '#components/ui/notice';
import type { Change } from '#lib/core/metric';
import type { ChangeExplanation, ChangeTarget } from '#lib/dashboard/analytics/why-it-moved/explain-change';
import type { ChangeUnit } from '#lib/format/format-change';

const ChangeParts = loadOnFirstInteraction(
  async () => (await import('#components/sections/change-parts')).ChangeParts,
  LoadFailed,
);

/** Which metric a change belongs to. */
export type ExplainedMetric = Omit<ChangeTarget, 'level'>;

export interface ExplanationRequest {
  projectId: string;
  /** The filters of the page as a query string. */
  view: string;
  target: ChangeTarget;
}

/** Resolves to the explanation, which is null if one of the periods has no answers, or to an error message. */
export type LoadExplanation = (
  request: ExplanationRequest,
) => Promise<{ ok: true; value: ChangeExplanation | null } | { ok: false; message: string }>;

interface ExplainChangesProps extends Omit<ExplanationRequest, 'target'> {
  load: LoadExplanation;
  children: ReactNode;
}

const ExplainContext = createContext<Omit<ExplainChangesProps, 'children'> | null>(null);

/** Makes the changes inside explainable. */
export function ExplainChanges({ children, ...value }: ExplainChangesProps) {
  return <ExplainContext value={value}>{children}</ExplainContext>;
}

interface ExplainedChangeProps {
  change: Change | null;
  /** What it belongs to; without it, it cannot be explained. */
  metric: ExplainedMetric | undefined;
  unit?: ChangeUnit;
  /** See `ChangeLabel`. */
  compact?: boolean;
}

/** A change that opens its explanation, where changes are explainable and there is one to explain. */
export function ExplainedChange({ change, metric, unit, compact }: ExplainedChangeProps) {
  const context = useContext(ExplainContext);
  const label = <ChangeLabel change={change} unit={unit} compact={compact} />;
  if (!context || !metric || change === null || change.level === null) return label;
  const { load, projectId, view } = context;
  return (
    <Popover
      label="Why it changed"
      align={compact ? 'end' : 'start'}
      className="w-96 max-w-[calc(100vw-1.5rem)]"
      trigger={
        <button
          type="button"
          className="relative z-[1] inline-flex min-h-6 items-center rounded-md decoration-accent underline-offset-4 hover:underline"
        >
          {label}
          <span className="sr-only">: explain</span>
        </button>
      }
    >
      <ChangeParts
        load={load}
        request={{ projectId, view, target: { ...metric, level: change.level } }}
        unit={unit}
      />
    </Popover>
  );
}
