import { DataTable } from '#components/sections/data-table';
import { Chip, type ChipTone } from '#components/ui/chip';
import { Time } from '#components/ui/time';
import { formatEngine } from '#lib/format/labels';
import { formatCount, noValue } from '#lib/format/numbers';
import type { LedgerEntry, LedgerKind } from '#lib/service/usage/list-ledger';

export const ledgerLabels: Record<LedgerKind, string> = {
  charge: 'Charge',
  grant: 'Grant',
  expiry: 'Expiration',
  hold: 'Hold',
  release: 'Release',
};

const tones: Partial<Record<LedgerKind, ChipTone>> = { grant: 'accent', hold: 'warning' };

/** The entries of the ledger. The credits of holds and releases are muted, because they do not change the balance. */
export function LedgerTable({ entries }: { entries: readonly LedgerEntry[] }) {
  return (
    <DataTable
      label="Ledger"
      rows={entries}
      getKey={({ id }) => id}
      columns={[
        { head: 'Time', className: 'whitespace-nowrap', cell: ({ occurredAt }) => <Time at={occurredAt} /> },
        {
          head: 'Entry',
          cell: ({ kind }) => <Chip tone={tones[kind] ?? 'plain'}>{ledgerLabels[kind]}</Chip>,
        },
        {
          head: 'Engine',
          className: 'min-w-32',
          cell: ({ engine }) => (engine === null ? noValue : formatEngine(engine)),
        },
        { head: 'API key', cell: ({ keyName }) => keyName ?? noValue },
        {
          head: 'Task or request',
          cell: ({ subjectId }) =>
            subjectId === null ? noValue : <code className="font-mono text-xs">{subjectId}</code>,
        },
        {
          head: 'Credits',
          numericCell: ({ kind, credits }) => (
            <span className={kind === 'hold' || kind === 'release' ? 'text-muted' : 'font-medium'}>
              {credits > 0 ? '+' : '−'}
              {formatCount(Math.abs(credits))}
            </span>
          ),
        },
      ]}
    />
  );
}
