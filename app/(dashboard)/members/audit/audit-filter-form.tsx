'use client';

import { useUrlQuery } from '#components/ui/links';
import { type Option, Select } from '#components/ui/select';
import { auditActions, formatAuditAction } from '#lib/core/audit-actions';

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
  const { query, isPending, change } = useUrlQuery();
  const parameters = new URLSearchParams(query);
  const getValue = (name: 'action' | 'actor', accepted: string) =>
    (isPending ? parameters.get(name) : accepted) || all;
  const apply = (name: string, value: string) => change({ [name]: value === all ? [] : [value] });
  return (
    <div className="mb-4 grid max-w-lg gap-4 sm:grid-cols-2">
      <Select
        label="Action"
        options={[
          { value: all, label: 'All actions' },
          ...auditActions.map((value): Option => ({ value, label: formatAuditAction(value) })),
        ]}
        value={getValue('action', action)}
        onChange={(next) => apply('action', next)}
      />
      <Select
        label="Actor"
        options={[
          { value: all, label: 'All actors' },
          ...actors.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={getValue('actor', actor)}
        onChange={(next) => apply('actor', next)}
      />
    </div>
  );
}
