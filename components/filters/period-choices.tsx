'use client';

import { ComparisonChoice } from '#components/filters/comparison-choice';
import { DayRangeForm } from '#components/filters/day-range-form';
import type { FilterState } from '#components/filters/filter-context';
import { classes } from '#components/ui/classes';

const presets = [
  { days: 7, label: '7 days' },
  { days: 28, label: '28 days' },
  { days: 56, label: '8 weeks' },
  { days: 91, label: '13 weeks' },
] as const;

/** Presets, days by hand and the comparison; the same in the popover and in the sheet. */
export function PeriodChoices({ filters, onDone }: { filters: FilterState; onDone?: () => void }) {
  const { period } = filters;
  return (
    <div className="flex flex-col gap-4">
      <fieldset className="flex gap-1 rounded-lg bg-sunken p-1">
        <legend className="sr-only">Period</legend>
        {presets.map(({ days, label }) => (
          <button
            key={days}
            type="button"
            aria-pressed={period.preset === days}
            onClick={() => {
              filters.setDays(days);
              onDone?.();
            }}
            className={classes(
              'h-8 flex-1 whitespace-nowrap rounded-md font-medium text-muted transition-colors duration-150 hover:text-ink',
              period.preset === days && 'bg-raised text-ink shadow-raised',
            )}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <DayRangeForm
        from={period.from}
        to={period.to}
        submit="Show these days"
        onSubmit={(range) => {
          filters.setRange(range);
          onDone?.();
        }}
      />
      <ComparisonChoice filters={filters} onDone={onDone} />
    </div>
  );
}
