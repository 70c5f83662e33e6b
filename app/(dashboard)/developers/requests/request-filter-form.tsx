'use client';

import { useUrlQuery } from '#components/ui/links';
import { type Option, Select } from '#components/ui/select';
import type { RequestFilters } from '#lib/service/request-log/list-requests';

interface RequestFilterFormProps {
  filters: RequestFilters;
  keys: readonly { id: string; name: string }[];
  endpoints: readonly Option[];
}

/** A select box needs a value for "all". */
const all = 'all';

const periods = [
  { value: 'hour', label: 'Last hour' },
  { value: 'day', label: 'Last 24 hours' },
  { value: 'week', label: 'Last 7 days' },
  { value: 'month', label: 'Last 30 days' },
];
const statuses = [
  { value: all, label: 'All statuses' },
  { value: 'success', label: 'Successful' },
  { value: 'error', label: 'All errors' },
  { value: '4xx', label: 'Client errors (4xx)' },
  { value: '5xx', label: 'Server errors (5xx)' },
];

/** Filters the request log by time, API key, status and endpoint. */
export function RequestFilterForm({ filters, keys, endpoints }: RequestFilterFormProps) {
  const { query, isPending, change } = useUrlQuery();
  const parameters = new URLSearchParams(query);
  const getValue = (name: 'period' | 'key' | 'status' | 'endpoint') =>
    (isPending ? parameters.get(name) : filters[name]) ?? (name === 'period' ? filters.period : all);
  const apply = (name: string, value: string) => change({ [name]: value === all ? [] : [value] });
  return (
    <div className="mb-4 grid max-w-4xl gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <Select
        label="Time"
        options={periods}
        value={getValue('period')}
        onChange={(value) => apply('period', value)}
      />
      <Select
        label="API key"
        options={[
          { value: all, label: 'All keys' },
          ...keys.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={getValue('key')}
        onChange={(value) => apply('key', value)}
      />
      <Select
        label="Status"
        options={statuses}
        value={getValue('status')}
        onChange={(value) => apply('status', value)}
      />
      <Select
        label="Endpoint"
        options={[{ value: all, label: 'All endpoints' }, ...endpoints]}
        value={getValue('endpoint')}
        onChange={(value) => apply('endpoint', value)}
      />
    </div>
  );
}
