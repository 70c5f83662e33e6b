import { useId } from 'react';
import { Button } from '#components/ui/button';
import { ChoiceLinks } from '#components/ui/choice-links';
import { inputClasses } from '#components/ui/classes';
import { NativeSelect } from '#components/ui/field';
import { Link } from '#components/ui/link';
import { formatCountry } from '#lib/contract/country-names';
import { getEngineName } from '#lib/contract/engines';
import { changePageFilters } from '#lib/contract/filters/page-filters';
import type { CalendarPeriod, CalendarPeriodName, Period } from '#lib/core/time';
import type { ReportData } from '#lib/dashboard/reports/report-data';

interface ReportFilterFormProps {
  token: string;
  data: ReportData;
  /** The filters of the page as a query string. */
  query: string;
  /** The report's own period. */
  wholePeriod: Period;
  /** The calendar periods to choose from, which lie inside the report's own period. */
  calendarPeriods: readonly CalendarPeriod[];
  /** Whether the URL narrows the filters of the report. */
  isNarrowed: boolean;
}

/** Narrows a shared report to an engine, a country or a shorter period. Works without JavaScript. */
export function ReportFilterForm({
  token,
  data: { filters, overview },
  query,
  wholePeriod,
  calendarPeriods,
  isNarrowed,
}: ReportFilterFormProps) {
  const engines = overview.byEngine.map(({ engine }) => ({
    value: engine,
    label: getEngineName(engine),
  }));
  const countries = overview.byCountry.map(({ country }) => ({
    value: country,
    label: formatCountry(country),
  }));
  const buildPeriodChoice = (label: string, name: CalendarPeriodName | null, isCurrent: boolean) => ({
    label,
    href: `/share/${token}?${setCalendarPeriod(query, name)}`,
    isCurrent,
  });
  return (
    <form
      key={JSON.stringify(filters)}
      action={`/share/${token}`}
      data-print="hide"
      className="mb-6 flex flex-col gap-3 md:flex-row md:flex-wrap md:items-end"
    >
      {calendarPeriods.length > 0 ? (
        <div className="w-full">
          <ChoiceLinks
            label="Period"
            choices={[
              buildPeriodChoice(
                'Whole period',
                null,
                filters.from === wholePeriod.from && filters.to === wholePeriod.to,
              ),
              ...calendarPeriods.map(({ name, label }) =>
                buildPeriodChoice(label, name, filters.calendarPeriod === name),
              ),
            ]}
          />
        </div>
      ) : null}
      <div className="flex gap-3 not-has-[label]:hidden md:contents">
        <Choice name="engine" label="Engine" allLabel="All engines" options={engines} />
        <Choice name="country" label="Country" allLabel="All countries" options={countries} />
      </div>
      <div className="flex gap-3 md:contents">
        <Day name="from" label="From" value={filters.from} range={filters} />
        <Day name="to" label="To" value={filters.to} range={filters} />
      </div>
      {/* Has no effect if the form is submitted with other days. */}
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

/** Replaces the period of a query string; null removes it. */
function setCalendarPeriod(query: string, name: CalendarPeriodName | null): string {
  const days = { days: null, from: null, to: null };
  return changePageFilters(new URLSearchParams(query), { calendarPeriod: name, ...days }).toString();
}

/** A row contains two fields on phones, and all fields on windows of at least 768 px. */
const labelClasses = 'flex min-w-0 flex-1 basis-32 flex-col gap-1 text-xs text-muted md:max-w-48';

interface ChoiceProps {
  name: string;
  label: string;
  /** Label of the option that removes the filter. */
  allLabel: string;
  options: readonly { value: string; label: string }[];
}

function Choice({ name, label, allLabel, options }: ChoiceProps) {
  const id = useId();
  if (options.length < 2) {
    const [only] = options;
    return only ? <input type="hidden" name={name} value={only.value} /> : null;
  }
  return (
    <label htmlFor={id} className={labelClasses}>
      {label}
      <NativeSelect id={id} name={name} defaultValue="">
        <option value="">{allLabel}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </NativeSelect>
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
    <label className={labelClasses}>
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
