'use client';

import { useRouter } from 'next/navigation';
import { type Option, Select } from '#components/ui/select';
import { auditActions } from '#lib/core/permissions';
import { formatAuditAction } from '#lib/format/labels';

interface AuditFilterFormProps {
  actors: readonly { id: string; name: string }[];
  /** Empty for all actions. */
  action: string;
  /** Empty for all actors. */
  actor: string;
}

/** A select box needs a value for "all". */
const all = 'all';

/** Filters the audit log by action and actor. */
export function AuditFilterForm({ actors, action, actor }: AuditFilterFormProps) {
  const router = useRouter();
  const applyFilters = (filters: { action: string; actor: string }) => {
    const entries = Object.entries(filters).filter(([, value]) => value !== '' && value !== all);
    router.push(entries.length === 0 ? '/members/audit' : `/members/audit?${new URLSearchParams(entries)}`);
  };
  return (
    <div className="mb-4 grid max-w-lg gap-4 sm:grid-cols-2">
      <Select
        label="Action"
        options={[
          { value: all, label: 'All actions' },
          ...auditActions.map((value): Option => ({ value, label: formatAuditAction(value) })),
        ]}
        value={action || all}
        onChange={(next) => applyFilters({ action: next, actor })}
      />
      <Select
        label="Actor"
        options={[
          { value: all, label: 'All actors' },
          ...actors.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={actor || all}
        onChange={(next) => applyFilters({ action, actor: next })}
      />
    </div>
  );
}
