'use client';

import { getFieldMessage } from '#app/(dashboard)/use-action.ts';
import { SelectField, TextField } from '#components/ui/field';
import { metricLabels, watchedMetrics } from '#lib/dashboard/alerts/conditions/condition';
import type { AlertDraft } from './alert-draft';

interface ConditionFieldsProps {
  draft: AlertDraft;
  change: (part: Partial<AlertDraft>) => void;
  competitors: readonly { id: string; name: string }[];
  problem: Parameters<typeof getFieldMessage>[0];
}

const directions = { either: 'changes', up: 'rises', down: 'falls' } as const;
const positionDirections = { either: 'changes', up: 'gets better', down: 'gets worse' } as const;

/** The fields of the chosen condition. */
export function ConditionFields({ draft, change, competitors, problem }: ConditionFieldsProps) {
  const getError = (field: string) => getFieldMessage(problem, `condition.${field}`);
  switch (draft.kind) {
    case 'metric': {
      const labels = draft.metric === 'position' ? positionDirections : directions;
      return (
        <div className="grid gap-4 sm:grid-cols-3">
          <SelectField
            label="Metric"
            value={draft.metric}
            onChange={({ target }) => {
              const metric = watchedMetrics.find((name) => name === target.value);
              if (metric) change({ metric, minChange: metric === 'position' ? '0.5' : '5' });
            }}
          >
            {watchedMetrics.map((metric) => (
              <option key={metric} value={metric}>
                {metricLabels[metric]}
              </option>
            ))}
          </SelectField>
          <SelectField
            label="Direction"
            hint={
              draft.direction === 'either'
                ? 'Strict: found within weeks, and hardly ever raised without a cause.'
                : 'Fast: found within days, and raised without a cause less than once a quarter.'
            }
            value={draft.direction}
            onChange={({ target }) => {
              const direction = (['either', 'up', 'down'] as const).find((name) => name === target.value);
              if (direction) change({ direction });
            }}
          >
            {(['either', 'up', 'down'] as const).map((direction) => (
              <option key={direction} value={direction}>
                {labels[direction]}
              </option>
            ))}
          </SelectField>
          <TextField
            label={draft.metric === 'position' ? 'By at least (ranks)' : 'By at least (points)'}
            inputMode="decimal"
            autoComplete="off"
            required
            value={draft.minChange}
            onChange={({ target }) => change({ minChange: target.value })}
            error={getError('minChange')}
          />
        </div>
      );
    }
    case 'overtaken':
      return (
        <SelectField
          label="Competitor"
          value={draft.competitorId}
          onChange={({ target }) => change({ competitorId: target.value })}
          error={getError('competitorId')}
        >
          <option value="">Any competitor</option>
          {competitors.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      );
    case 'new-domain':
      return (
        <SelectField
          label="Ranking"
          value={draft.top}
          onChange={({ target }) => {
            const top = (['5', '10', '20'] as const).find((count) => count === target.value);
            if (top) change({ top });
          }}
        >
          {['5', '10', '20'].map((count) => (
            <option key={count} value={count}>
              {`Top ${count}`}
            </option>
          ))}
        </SelectField>
      );
    case 'run-failed':
      return (
        <TextField
          label="Missing answers in a run, at least (percent)"
          hint="Counts prompts that failed or weren’t sent, and answers that couldn’t be read."
          inputMode="decimal"
          autoComplete="off"
          required
          value={draft.minMissing}
          onChange={({ target }) => change({ minMissing: target.value })}
          error={getError('minMissing')}
        />
      );
    case 'credits-low':
      return (
        <TextField
          label="Credits left this month"
          hint="You get a message when fewer credits than this are left."
          inputMode="numeric"
          autoComplete="off"
          required
          value={draft.minCredits}
          onChange={({ target }) => change({ minCredits: target.value })}
          error={getError('minCredits')}
        />
      );
    default:
      return null;
  }
}
