import Form from 'next/form';
import { Button } from '#components/ui/button';
import { ChoiceLinks } from '#components/ui/choice-links';
import { TextField } from '#components/ui/field';
import type { UsageFilters } from '#lib/service/usage/usage-filters';
import { buildUsageUrl } from './usage-url';

/** Selects a period: this month, last month or custom dates. */
export function PeriodPicker({ filters }: { filters: UsageFilters }) {
  const { period, from, to, by, kind } = filters;
  const createChoice = (label: string, value: UsageFilters['period']) => ({
    label,
    href: buildUsageUrl(filters, { period: value }),
    isCurrent: period === value,
  });
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 pb-6">
      <ChoiceLinks
        label="Period"
        choices={[createChoice('This month', 'this-month'), createChoice('Last month', 'last-month')]}
      />
      <Form action="/developers/usage" scroll={false} className="flex flex-wrap items-end gap-2">
        <input type="hidden" name="period" value="custom" />
        <input type="hidden" name="by" value={by} />
        {kind ? <input type="hidden" name="kind" value={kind} /> : null}
        <TextField key={`from ${from}`} label="From" type="date" name="from" defaultValue={from} required />
        <TextField key={`to ${to}`} label="To" type="date" name="to" defaultValue={to} min={from} required />
        <Button type="submit">Apply dates</Button>
      </Form>
    </div>
  );
}
