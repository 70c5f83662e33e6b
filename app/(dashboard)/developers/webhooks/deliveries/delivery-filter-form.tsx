'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import { LinkButton } from '#components/ui/link-button';
import { type Option, Select } from '#components/ui/select';
import { useIsHydrated } from '#components/ui/time';
import type { DeliveryFilters } from '#lib/service/webhooks/list-deliveries';
import { formatLocalTime } from '../local-time';
import { buildDeliveriesUrl } from './deliveries-url';
import { statusLabels } from './delivery-status';

interface DeliveryFilterFormProps {
  filters: DeliveryFilters;
  endpoints: readonly Option[];
}

/** A select box needs a value for "all". */
const all = 'all';

/** Filters the delivery log by status, endpoint, task and time. The filters are in the URL. */
export function DeliveryFilterForm({ filters, endpoints }: DeliveryFilterFormProps) {
  const router = useRouter();
  const [status, setStatus] = useState(filters.status ?? all);
  const [endpoint, setEndpoint] = useState(filters.endpoint ?? all);
  // The time zone is known only in the browser.
  const isHydrated = useIsHydrated();
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const apply = (form: FormData) => {
    const task = String(form.get('task')).trim();
    const [from, to] = [parseLocalTime(form.get('from')), parseLocalTime(form.get('to'))];
    const selected = { status: status === all ? '' : status, endpoint: endpoint === all ? '' : endpoint };
    router.push(buildDeliveriesUrl({ ...selected, task, from, to }));
  };
  return (
    <form
      aria-label="Filter deliveries"
      className="mb-5 grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-[10rem_minmax(0,1fr)_minmax(0,1fr)_13rem_13rem_auto]"
      onSubmit={(event) => {
        event.preventDefault();
        apply(new FormData(event.currentTarget));
      }}
    >
      <Select
        label="Status"
        options={[
          { value: all, label: 'All statuses' },
          ...Object.entries(statusLabels).map(([value, label]) => ({ value, label })),
        ]}
        value={status}
        onChange={setStatus}
      />
      <Select
        label="Endpoint"
        options={[{ value: all, label: 'All endpoints' }, ...listOptions(endpoints, filters.endpoint)]}
        value={endpoint}
        onChange={setEndpoint}
      />
      <TextField
        label="Task ID"
        name="task"
        defaultValue={filters.task}
        pattern="\s*[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\s*"
        title="A complete task ID"
        autoComplete="off"
        spellCheck={false}
      />
      {(['from', 'to'] as const).map((name) => (
        <TextField
          key={`${name}-${isHydrated}`}
          label={name === 'from' ? 'From' : 'To'}
          name={name}
          type="datetime-local"
          defaultValue={isHydrated ? toLocalTime(filters[name]) : ''}
        />
      ))}
      <div className="flex gap-2">
        <Button type="submit" kind="primary">
          Apply filters
        </Button>
        {isFiltered ? (
          <LinkButton kind="quiet" href={buildDeliveriesUrl({})}>
            Clear filters
          </LinkButton>
        ) : null}
      </div>
    </form>
  );
}

/** Returns the known endpoints and the selected one, which may not be among them. */
function listOptions(endpoints: readonly Option[], selected: string | undefined): readonly Option[] {
  if (!selected || endpoints.some(({ value }) => value === selected)) return endpoints;
  return [...endpoints, { value: selected, label: `#${selected.slice(0, 4)}` }];
}

function toLocalTime(instant: string | undefined): string {
  const date = new Date(instant ?? '');
  return Number.isNaN(date.getTime()) ? '' : formatLocalTime(date);
}

function parseLocalTime(value: FormDataEntryValue | null): string | undefined {
  const date = new Date(String(value));
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
