'use client';

import { useState } from 'react';
import {
  brandedOptions,
  comparisonOptions,
  type FilterMenuOptions,
  type FilterState,
} from '#components/filters/filter-context';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { classes } from '#components/ui/classes';
import { TextField } from '#components/ui/field';
import { Select } from '#components/ui/select';
import { listFilters, pageFilters, presetDays } from '#lib/contract/filters/page-filters';
import { formatPeriod } from '#lib/core/dates';
import { toDay } from '#lib/core/days';
import { listCalendarPeriods } from '#lib/core/time';

/** All filters except dates. */
export function DimensionChoices({ filters, options }: { filters: FilterState; options: FilterMenuOptions }) {
  const own = options.brands[0]?.value;
  return (
    <div className="flex flex-col gap-5">
      {own && options.brands.length > 1 ? (
        <Select
          label="Brand"
          options={options.brands}
          value={filters.selected.brandId ?? own}
          onChange={(brand) => filters.setBrand(brand === own ? null : brand)}
        />
      ) : null}
      {listFilters.map((filter) => {
        const choices = options[filter];
        const selected = filters.selected[filter];
        if (choices.length === 0) return null;
        return (
          <fieldset key={filter}>
            <legend className="mb-1 text-xs font-medium text-muted">{pageFilters[filter].heading}</legend>
            <div
              className={['promptIds', 'engines'].includes(filter) ? undefined : 'grid grid-cols-2 gap-x-4'}
            >
              {choices.map((option) => (
                <Checkbox
                  key={option.value}
                  label={option.label}
                  checked={selected.includes(option.value)}
                  onChange={(checked) =>
                    filters.setSelected(
                      filter,
                      checked
                        ? [...selected, option.value]
                        : selected.filter((value) => value !== option.value),
                    )
                  }
                />
              ))}
            </div>
          </fieldset>
        );
      })}
      <Select
        label="Branded prompts"
        options={brandedOptions}
        value={filters.selected.branded}
        onChange={filters.setBranded}
      />
    </div>
  );
}

/** Presets, custom dates and the comparison period. */
export function PeriodChoices({ filters, onDone }: { filters: FilterState; onDone?: () => void }) {
  const { period } = filters;
  return (
    <div className="flex flex-col gap-4">
      <fieldset className="flex gap-1 rounded-lg bg-sunken p-1">
        <legend className="sr-only">Period</legend>
        {presetDays.map((days) => (
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
            {days} days
          </button>
        ))}
      </fieldset>
      <ul className="flex flex-wrap gap-1.5">
        {listCalendarPeriods(toDay(new Date(), period.timeZone)).map(({ name, label, from, to }) => (
          <li key={name}>
            <button
              type="button"
              aria-pressed={period.calendarPeriod === name}
              title={formatPeriod({ from, to })}
              onClick={() => {
                filters.setCalendarPeriod(name);
                onDone?.();
              }}
              className={classes(
                'h-7 rounded-full border px-3 text-xs font-medium text-muted transition-colors duration-150 hover:text-ink',
                period.calendarPeriod === name && 'border-accent text-accent-strong',
              )}
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
      <DayRangeForm
        key={`${period.from} ${period.to}`}
        from={period.from}
        to={period.to}
        submitLabel="Apply dates"
        onSubmit={(range) => {
          filters.setRange(range);
          onDone?.();
        }}
      />
      <ComparisonChoice filters={filters} onDone={onDone} />
    </div>
  );
}

/** The comparison period. */
export function ComparisonChoice({ filters, onDone }: { filters: FilterState; onDone?: () => void }) {
  const { compare, comparedWith, from, to } = filters.period;
  // "Custom dates" applies only once dates are submitted.
  const [choice, setChoice] = useState({ replaces: compare, isCustom: false });
  const isCustom = compare === 'custom' || (choice.isCustom && choice.replaces === compare);
  return (
    <div className="flex flex-col gap-3 border-t pt-4">
      <Select
        label="Compare with"
        options={comparisonOptions}
        value={isCustom ? 'custom' : compare}
        onChange={(next) => {
          setChoice({ replaces: compare, isCustom: next === 'custom' });
          if (next !== 'custom') filters.setCompare(next);
        }}
      />
      {isCustom ? (
        <DayRangeForm
          key={comparedWith && `${comparedWith.from} ${comparedWith.to}`}
          {...(comparedWith ?? { from, to })}
          submitLabel="Compare with these dates"
          onSubmit={(range) => {
            filters.setCompare('custom', range);
            onDone?.();
          }}
        />
      ) : comparedWith ? (
        <p className="-mt-1 text-xs text-muted">{formatPeriod(comparedWith)}</p>
      ) : null}
    </div>
  );
}

const maxPeriodDays = 366;

interface DayRangeFormProps {
  /** The initial values. */
  from: string;
  to: string;
  /** The label of the submit button, such as "Apply dates". */
  submitLabel: string;
  onSubmit: (range: { from: string; to: string }) => void;
}

/** A form for the first and last day. */
export function DayRangeForm({ from: initialFrom, to: initialTo, submitLabel, onSubmit }: DayRangeFormProps) {
  const [from, setFrom] = useState(initialFrom);
  const [to, setTo] = useState(initialTo);
  const error =
    from > to
      ? 'The first day can’t be after the last.'
      : Date.parse(to) - Date.parse(from) >= maxPeriodDays * 86_400_000
        ? `Choose at most ${maxPeriodDays} days.`
        : undefined;
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!error) onSubmit({ from, to });
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
          error={error}
        />
      </div>
      <Button type="submit">{submitLabel}</Button>
    </form>
  );
}
