import { TableView } from '#components/sections/table-view';
import { Chip, type ChipTone } from '#components/ui/chip';
import { ledgerTable } from '#lib/contract/tables/usage';
import { formatCount, noValue } from '#lib/core/numbers';
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
    <TableView
      table={ledgerTable}
      rows={entries}
      getKey={({ id }) => id}
      views={{
        time: { className: 'whitespace-nowrap' },
        entry: { cell: ({ kind }) => <Chip tone={tones[kind] ?? 'plain'}>{ledgerLabels[kind]}</Chip> },
        engine: { className: 'min-w-32' },
        taskOrRequest: {
          cell: ({ subjectId }) =>
            subjectId === null ? noValue : <code className="font-mono text-xs">{subjectId}</code>,
        },
        credits: {
          cell: ({ kind, credits }) => (
            <span className={kind === 'hold' || kind === 'release' ? 'text-muted' : 'font-medium'}>
              {credits > 0 ? '+' : '−'}
              {formatCount(Math.abs(credits))}
            </span>
          ),
        },
      }}
    />
  );
}
