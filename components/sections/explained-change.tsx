import { ArrowDown, ArrowUp } from 'lucide-react';
import { ExplainPopover } from '#components/sections/explain-changes';
import { classes } from '#components/ui/classes';
import { joinSentences } from '#lib/core/lists';
import type { Change } from '#lib/core/metric';
import type { ChangeTarget } from '#lib/dashboard/analytics/explanations/explain-change';
import { type ChangeUnit, capitalizeSentence, formatChange } from '#lib/format/format-change';

/** The metric that a change belongs to. */
export type ExplainedMetric = ChangeTarget;

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
  const label = <ChangeLabel change={change} unit={unit} compact={compact} isNeutral={isNeutral} />;
  if (!metric || change === null || change.previous === null) return label;
  return (
    <ExplainPopover metric={metric} unit={unit} align={compact ? 'end' : 'start'}>
      {label}
    </ExplainPopover>
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
        compact ? 'whitespace-nowrap' : 'text-start',
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
