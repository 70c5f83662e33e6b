'use client';

import { Download } from 'lucide-react';
import { useParams, useSearchParams } from 'next/navigation';
import { createContext, type ReactNode, useContext } from 'react';
import { LazyTrigger, loadOnFirstInteraction, useDisclosure } from '#components/overlays/lazy-panel';
import { PanelFailed } from '#components/overlays/toast';
import { Button } from '#components/ui/button';

const ExportPanel = loadOnFirstInteraction(
  async () => (await import('#components/sections/export-panel')).ExportPanel,
  PanelFailed,
);

const ExportQueryContext = createContext<string | null>(null);

/** Exports the tables and charts inside with `query` as filters instead of the filters in the page's URL. */
export function ExportQueryProvider({ query, children }: { query: string; children: ReactNode }) {
  return <ExportQueryContext value={query}>{children}</ExportQueryContext>;
}

/**
 * The name of an exported table, optionally with parameters in addition to the filters, such as
 * `{ table: 'domain-pages', parameters: { domain: 'example.org' } }`.
 */
export type ExportTarget = string | { table: string; parameters: Readonly<Record<string, string>> };

interface ExportMenuProps {
  exportedTable: ExportTarget;
  title: string;
}

/** Menu that exports a table or chart with the filters of the page. Hidden on a shared page. */
export function ExportMenu({ exportedTable, title }: ExportMenuProps) {
  const { projectId } = useParams<{ projectId?: string }>();
  const pageFilters = useSearchParams();
  const filters = useContext(ExportQueryContext) ?? pageFilters;
  const disclosure = useDisclosure();
  if (!projectId) return null;
  const { table, parameters } =
    typeof exportedTable === 'string' ? { table: exportedTable, parameters: {} } : exportedTable;
  const query = new URLSearchParams(filters);
  for (const [key, value] of Object.entries(parameters)) query.set(key, value);
  return (
    <LazyTrigger
      disclosure={disclosure}
      opens="menu"
      trigger={
        <Button
          Icon={Download}
          kind="quiet"
          size="icon"
          className="-mr-2"
          data-print="hide"
          aria-label={`Export “${title}”`}
          title="Export"
        />
      }
    >
      <ExportPanel
        disclosure={disclosure}
        url={`/projects/${projectId}/export/${table}?${query}`}
        title={title}
      />
    </LazyTrigger>
  );
}
