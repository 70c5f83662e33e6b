'use client';

import { Download } from 'lucide-react';
import { useParams } from 'next/navigation';
import { loadOnceBegun } from '#components/ui/begun';
import { Button } from '#components/ui/button';
import { NotOpened } from '#components/ui/not-opened';
import { Opener, useOpening } from '#components/ui/opener';

const ExportPanel = loadOnceBegun(
  async () => (await import('#components/ui/export-panel')).ExportPanel,
  NotOpened,
);

/**
 * A table's name in the registry of exports, or with it what it is about beside the filters, such as
 * `{ table: 'domain-pages', about: { domain: 'example.org' } }`.
 */
export type Exported = string | { table: string; about: Readonly<Record<string, string>> };

interface ExportMenuProps {
  exported: Exported;
  /** What is taken away, as its title says. */
  title: string;
}

/**
 * Takes a table or chart away as a file, under the filters of the address. Nothing on a shared page, whose readers see
 * and do not take.
 */
export function ExportMenu({ exported, title }: ExportMenuProps) {
  const { projectId } = useParams<{ projectId?: string }>();
  const opening = useOpening();
  if (!projectId) return null;
  const { table, about } = typeof exported === 'string' ? { table: exported, about: {} } : exported;
  return (
    <Opener
      opening={opening}
      opens="menu"
      trigger={
        <Button
          kind="quiet"
          size="icon"
          className="-mr-2"
          data-print="hide"
          aria-label={`Download “${title}”`}
          title="Download"
        >
          <Download aria-hidden />
        </Button>
      }
    >
      <ExportPanel opening={opening} projectId={projectId} table={table} about={about} title={title} />
    </Opener>
  );
}
