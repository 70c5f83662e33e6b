'use client';

import { useState } from 'react';
import { DayRangeForm } from '#components/filters/day-range-form';
import type { FilterState } from '#components/filters/filter-context';
import { comparisonOptions } from '#components/filters/filter-options';
import { Select } from '#components/ui/select';
import { formatPeriod } from '#lib/format/formats';

/** What the period is compared with, and which days that comes to. */
export function ComparisonChoice({ filters, onDone }: { filters: FilterState; onDone?: () => void }) {
  const { compare, comparedWith, from, to } = filters.period;
  const [choosingDays, setChoosingDays] = useState(compare === 'custom');
  return (
    <div className="flex flex-col gap-3 border-t pt-4">
      <Select
        label="Compare with"
        options={comparisonOptions}
        value={choosingDays ? 'custom' : compare}
        onChange={(next) => {
          setChoosingDays(next === 'custom');
          if (next !== 'custom') filters.setCompare(next);
        }}
      />
      {choosingDays ? (
        <DayRangeForm
          {...(comparedWith ?? { from, to })}
          submit="Compare with these days"
          onSubmit={(days) => {
            filters.setCompare('custom', days);
            onDone?.();
          }}
        />
      ) : comparedWith ? (
        <p className="-mt-1 text-xs text-muted">{formatPeriod(comparedWith)}</p>
      ) : null}
    </div>
  );
}
