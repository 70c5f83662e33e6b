'use client';

import { Download } from 'lucide-react';
import { useParams } from 'next/navigation';
import { createContext, type ReactNode, useContext } from 'react';
import { loadOnFirstInteraction } from '#components/overlays/first-interaction';
import { LazyTrigger, OpenFailed, useDisclosure } from '#components/overlays/lazy-trigger';
import { Button } from '#components/ui/button';

const ExportPanel = loadOnFirstInteraction(
  async () => (await import('#components/sections/export-panel')).ExportPanel,
  OpenFailed,
);

/**
 * A table's name in the registry of exports, or with it what it is about beside the filters, such as
 * `{ table: 'domain-pages', about: { domain: 'example.org' } }`.
 */
export type ExportTarget = string | { table: string; about: Readonly<Record<string, string>> };

interface ExportMenuProps {
  exported: ExportTarget;
  /** What is taken away, as its title says. */
  title: string;
}

/**
 * Takes a table or chart away as a file, under the filters of the address. Nothing on a shared page, whose readers see
 * and do not take.
 */
export function ExportMenu({ exported, title }: ExportMenuProps) {
  const { projectId } = useParams<{ projectId?: string }>();
  const opening = useDisclosure();
  if (!projectId) return null;
  const { table, about } = typeof exported === 'string' ? { table: exported, about: {} } : exported;
  return (
    <LazyTrigger
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
    </LazyTrigger>
  );
}

const ExportQueryContext = createContext<string | null>(null);

/** The filters under which a page's tables are taken away, where they are not those of its address; null where they are. */
export function useExportQuery(): string | null {
  return useContext(ExportQueryContext);
}

/** Says under which filters the figures within stand. @param query as filters stand in an address */
export function ExportQueryProvider({ query, children }: { query: string; children: ReactNode }) {
  return <ExportQueryContext value={query}>{children}</ExportQueryContext>;
}
