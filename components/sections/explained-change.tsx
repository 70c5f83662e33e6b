'use client';

import { ArrowDown, ArrowUp } from 'lucide-react';
import { createContext, type ReactNode, useContext } from 'react';
import { loadOnFirstInteraction } from '#components/overlays/lazy-panel';
import { Popover } from '#components/overlays/popover';
import type { ExplanationLoader, ExplanationRequest } from '#components/sections/explanation-panel';
import { classes } from '#components/ui/classes';
import { LoadFailed } from '#components/ui/notice';
import { joinSentences } from '#lib/core/lists';
import type { Change } from '#lib/core/metric';
import type { ChangeTarget } from '#lib/dashboard/analytics/explanations/explain-change';
import { type ChangeUnit, capitalizeSentence, formatChange } from '#lib/format/format-change';

const ExplanationPanel = loadOnFirstInteraction(
  async () => (await import('#components/sections/explanation-panel')).ExplanationPanel,
  LoadFailed,
);

/** The metric that a change belongs to. */
export type ExplainedMetric = ChangeTarget;

interface ExplainChangesProps extends Omit<ExplanationRequest, 'target'> {
  load: ExplanationLoader;
  children: ReactNode;
}

const ExplainContext = createContext<Omit<ExplainChangesProps, 'children'> | null>(null);

/** Lets the changes in `children` open their explanations. */
export function ExplainChanges({ children, ...value }: ExplainChangesProps) {
  return <ExplainContext value={value}>{children}</ExplainContext>;
}

interface ExplainedChangeProps {
  change: Change | null;
  /** The metric that changed. Undefined if its change cannot be explained. */
  metric: ExplainedMetric | undefined;
  unit?: ChangeUnit | undefined;
  /** See `ChangeLabel`. */
  compact?: boolean;
  /** See `ChangeLabel`. */
  isNeutral?: boolean | undefined;
}

/** A change that opens its explanation, if the page explains changes and the metric has a previous value. */
export function ExplainedChange({ change, metric, unit, compact, isNeutral }: ExplainedChangeProps) {
  const context = useContext(ExplainContext);
  const label = <ChangeLabel change={change} unit={unit} compact={compact} isNeutral={isNeutral} />;
  if (!context || !metric || change === null || change.previous === null) return label;
  const { load, projectId, query } = context;
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
      <ExplanationPanel load={load} request={{ projectId, query, target: metric }} unit={unit} />
    </Popover>
  );
}

interface ChangeLabelProps {
  change: Change | null;
  unit?: ChangeUnit | undefined;
  /** Shows the number of a clear change, and otherwise only the verdict, for tables. */
  compact?: boolean | undefined;
  /** The change is neither good nor bad for the project's brand, such as that of a competitor. */
  isNeutral?: boolean | undefined;
}

/** A change from the comparison period, with its verdict. Only clear changes have an arrow and a color. */
function ChangeLabel({ change, unit = 'points', compact, isNeutral }: ChangeLabelProps) {
  const formatted = formatChange(change, unit);
  if (!formatted) return null;
  const { direction, isImprovement, text, label, sentence, explanation } = formatted;
  const Arrow = direction === 'up' ? ArrowUp : ArrowDown;
  const isClear = direction !== 'none';
  return (
    <span
      title={joinSentences([capitalizeSentence(sentence), explanation])}
      className={classes(
        'inline-flex items-center gap-1 align-middle text-xs',
        compact && 'whitespace-nowrap',
        isImprovement === null
          ? 'text-muted'
          : classes('font-medium', !isNeutral && (isImprovement ? 'text-up' : 'text-down')),
      )}
    >
      {isClear ? <Arrow className="size-3.5" strokeWidth={2.25} aria-hidden /> : null}
      {compact ? (isClear ? text : label.toLowerCase()) : sentence}
      {compact && isClear ? <span className="sr-only"> {label.toLowerCase()}</span> : null}
    </span>
  );
}
