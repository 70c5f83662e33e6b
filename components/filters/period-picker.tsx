'use client';

import { CalendarDays, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { type FilterState, useFilters } from '#components/filters/filter-context';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { classes } from '#components/ui/classes';
import { TextField } from '#components/ui/field';
import { Popover } from '#components/ui/popover';
import { formatPeriod } from '#lib/charts/formats';

const presets = [
  { days: 7, label: '7 days' },
  { days: 28, label: '28 days' },
  { days: 56, label: '8 weeks' },
] as const;

/** Presets, days by hand and the comparison; the same in the popover and in the sheet. */
export function PeriodChoices({ filters, onDone }: { filters: FilterState; onDone?: () => void }) {
  const { period } = filters;
  const [from, setFrom] = useState(period.from);
  const [to, setTo] = useState(period.to);
  const wrong = from > to ? 'The first day must not lie after the last.' : undefined;
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
              'h-8 flex-1 rounded-md font-medium text-muted transition-colors duration-150 hover:text-ink',
              period.preset === days && 'bg-surface text-ink shadow-float',
            )}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (wrong) return;
          filters.setRange(from, to);
          onDone?.();
        }}
      >
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label="From"
            type="date"
            required
            value={from}
            max={to}
            onChange={(event) => setFrom(event.target.value)}
          />
          <TextField
            label="To"
            type="date"
            required
            value={to}
            min={from}
            onChange={(event) => setTo(event.target.value)}
            error={wrong}
          />
        </div>
        <Button type="submit">Show these days</Button>
      </form>
      <div className="border-t pt-3">
        <Checkbox
          label="Compare with the period before"
          checked={period.compare === 'previous'}
          onChange={(compare) => filters.setCompare(compare ? 'previous' : 'none')}
        />
      </div>
    </div>
  );
}

/** The dates in the bar. */
export function PeriodPicker() {
  const filters = useFilters();
  const [open, setOpen] = useState(false);
  if (!filters) return null;
  return (
    <Popover
      label="Period"
      className="w-80"
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="small">
          <CalendarDays aria-hidden />
          <span className="sr-only">Period: </span>
          {formatPeriod(filters.period)}
          <ChevronDown className="text-faint" aria-hidden />
        </Button>
      }
    >
      <PeriodChoices filters={filters} onDone={() => setOpen(false)} />
    </Popover>
  );
}
