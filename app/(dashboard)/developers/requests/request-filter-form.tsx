'use client';

import { useRouter } from 'next/navigation';
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
  const router = useRouter();
  const { period, key, status, endpoint } = filters;
  const applyFilters = (changes: Record<string, string>) => {
    const merged = { period, key, status, endpoint, ...changes };
    const entries = Object.entries(merged).flatMap(([name, value]) =>
      value && value !== all ? [[name, value]] : [],
    );
    router.push(`/developers/requests?${new URLSearchParams(entries)}`);
  };
  return (
    <div className="mb-4 grid max-w-4xl gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <Select
        label="Time"
        options={periods}
        value={period}
        onChange={(value) => applyFilters({ period: value })}
      />
      <Select
        label="API key"
        options={[
          { value: all, label: 'All keys' },
          ...keys.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={key ?? all}
        onChange={(value) => applyFilters({ key: value })}
      />
      <Select
        label="Status"
        options={statuses}
        value={status ?? all}
        onChange={(value) => applyFilters({ status: value })}
      />
      <Select
        label="Endpoint"
        options={[{ value: all, label: 'All endpoints' }, ...endpoints]}
        value={endpoint ?? all}
        onChange={(value) => applyFilters({ endpoint: value })}
      />
    </div>
  );
}
