import Link from 'next/link';
import { Button } from '#components/ui/button';
import { ChoiceLinks } from '#components/ui/choice-links';
import { inputClasses } from '#components/ui/classes';
import type { CalendarPeriod, CalendarPeriodName } from '#lib/core/time';
import type { ReportData } from '#lib/dashboard/reports/report-data';
import { formatCountry, formatEngine } from '#lib/format/labels';

interface ReportFilterFormProps {
  token: string;
  data: ReportData;
  /** The filters of the page as a query string. */
  query: string;
  /** The calendar periods to choose from. */
  calendarPeriods: readonly CalendarPeriod[];
  /** Whether the URL narrows the filters of the report. */
  isNarrowed: boolean;
}

/** Narrows a shared report to an engine, a country or a shorter period. Works without JavaScript. */
export function ReportFilterForm({
  token,
  data: { filters, overview, engineLabels },
  query,
  calendarPeriods,
  isNarrowed,
}: ReportFilterFormProps) {
  const engines = overview.byEngine.map(({ engine }) => ({
    value: engine,
    label: formatEngine(engine, engineLabels),
  }));
  const countries = overview.byCountry.map(({ country }) => ({
    value: country,
    label: formatCountry(country),
  }));
  return (
    <form
      key={JSON.stringify(filters)}
      action={`/share/${token}`}
      data-print="hide"
      className="mb-6 flex flex-wrap items-end gap-3"
    >
      {calendarPeriods.length > 0 ? (
        <div className="w-full">
          <ChoiceLinks
            label="Period"
            choices={calendarPeriods.map(({ name, label }) => ({
              label,
              href: `/share/${token}?${setCalendarPeriod(query, name)}`,
              isCurrent: filters.calendarPeriod === name,
            }))}
          />
        </div>
      ) : null}
      <Choice name="engine" label="Engine" allLabel="All engines" options={engines} />
      <Choice name="country" label="Country" allLabel="All countries" options={countries} />
      <Day name="from" label="From" value={filters.from} range={filters} />
      <Day name="to" label="To" value={filters.to} range={filters} />
      {/* Ignored if the days are changed. */}
      {filters.calendarPeriod ? <input type="hidden" name="period" value={filters.calendarPeriod} /> : null}
      <Button type="submit">Apply filters</Button>
      {isNarrowed ? (
        <Link
          href={`/share/${token}`}
          className="py-2 font-medium text-accent underline-offset-4 hover:underline"
        >
          Show the whole report
        </Link>
      ) : null}
    </form>
  );
}

function setCalendarPeriod(query: string, name: CalendarPeriodName): string {
  const parameters = new URLSearchParams(query);
  for (const key of ['days', 'from', 'to']) parameters.delete(key);
  parameters.set('period', name);
  return parameters.toString();
}

interface ChoiceProps {
  name: string;
  label: string;
  /** Label of the option that removes the filter. */
  allLabel: string;
  options: readonly { value: string; label: string }[];
}

function Choice({ name, label, allLabel, options }: ChoiceProps) {
  if (options.length < 2) {
    const [only] = options;
    return only ? <input type="hidden" name={name} value={only.value} /> : null;
  }
  return (
    <label className="flex flex-col gap-1 text-xs text-muted">
      {label}
      <select name={name} defaultValue="" className={`${inputClasses} h-9 max-w-56 py-0`}>
        <option value="">{allLabel}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}

interface DayProps {
  name: string;
  label: string;
  value: string;
  range: { from: string; to: string };
}

function Day({ name, label, value, range }: DayProps) {
  return (
    <label className="flex flex-col gap-1 text-xs text-muted">
      {label}
      <input
        type="date"
        name={name}
        defaultValue={value}
        min={range.from}
        max={range.to}
        className={`${inputClasses} h-9`}
      />
    </label>
  );
}
