import type { ReactNode } from 'react';
import { ChangeMark } from '#components/ui/change-mark';
import { Figure } from '#components/ui/figure';
import { intervalOf, type Figure as Rated } from '#lib/core/figure';
import type { AnswersBehind } from '#lib/format/answers-behind';
import { formatCount, formatInterval, formatPercent } from '#lib/format/formats';

interface RateFigureProps {
  label: string;
  rate: Rated;
  /** What the denominator counts, plural. */
  unit: string;
  definition: string;
  /** The answers it was counted over. */
  answers?: AnswersBehind | undefined;
  /** Why it is not measured and what would make it so. */
  missing?: ReactNode;
}

/** A share as a headline figure; one that is not compared shows no change. */
export function RateFigure({ label, rate, unit, definition, answers, missing }: RateFigureProps): ReactNode {
  const interval = intervalOf(rate);
  return (
    <Figure
      label={label}
      value={rate.value === null ? null : formatPercent(rate.value)}
      interval={interval && `${formatInterval(interval)}%`}
      grade={rate.grade}
      change={<ChangeMark change={rate.change} />}
      definition={definition}
      counts={`${formatCount(rate.numerator)} of ${formatCount(rate.denominator)} ${unit}`}
      answers={answers}
      missing={missing}
    />
  );
}
