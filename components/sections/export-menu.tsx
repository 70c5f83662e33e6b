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

interface ExportSource {
  /** The filters as a query string. */
  query: string;
  /** The path before the table's name; by default that of the project's exports. */
  path?: string;
}

const ExportSourceContext = createContext<ExportSource | null>(null);

/** Makes the export menus in `children` use `path`, with `query` as filters instead of those in the page's URL. */
export function ExportSourceProvider({ children, ...source }: ExportSource & { children: ReactNode }) {
  return <ExportSourceContext value={source}>{children}</ExportSourceContext>;
}

const ExportOrganizationContext = createContext('');

/** Makes the export menus in `children` export tables of the organization that the page shows. */
export function ExportOrganizationProvider({ id, children }: { id: string; children: ReactNode }) {
  return <ExportOrganizationContext value={id}>{children}</ExportOrganizationContext>;
}

/**
 * The name of an exported table of the project, optionally with parameters in addition to the filters, such as
 * `{ table: 'domain-pages', parameters: { domain: 'example.org' } }`, or of a table of the organization.
 */
export type ExportTarget =
  | string
  | { table: string; parameters: Readonly<Record<string, string>> }
  | { organizationTable: string };

interface ExportMenuProps {
  exportedTable: ExportTarget;
  title: string;
}

/** Menu that exports a table or chart with the filters of the page. Hidden on a shared page without downloads. */
export function ExportMenu({ exportedTable, title }: ExportMenuProps) {
  const { projectId } = useParams<{ projectId?: string }>();
  const pageFilters = useSearchParams();
  const source = useContext(ExportSourceContext);
  const organizationId = useContext(ExportOrganizationContext);
  const filters = source?.query ?? pageFilters;
  const disclosure = useDisclosure();
  const target = typeof exportedTable === 'string' ? { table: exportedTable, parameters: {} } : exportedTable;
  const query = new URLSearchParams(filters);
  if ('organizationTable' in target) {
    query.delete('before');
    query.set('organization', organizationId);
  } else for (const [key, value] of Object.entries(target.parameters)) query.set(key, value);
  const tablePath = source?.path ?? (projectId ? `/projects/${projectId}/export` : undefined);
  if ('table' in target && !tablePath) return null;
  const path =
    'table' in target ? `${tablePath}/${target.table}` : `/organization/export/${target.organizationTable}`;
  return (
    <LazyTrigger
      disclosure={disclosure}
      opens="menu"
      trigger={
        <Button
          Icon={Download}
          kind="quiet"
          size="icon"
          className="-mr-2 max-lg:only:-ml-2"
          data-print="hide"
          aria-label={`Export “${title}”`}
          title="Export"
        />
      }
    >
      <ExportPanel disclosure={disclosure} url={`${path}?${query}`} title={title} />
    </LazyTrigger>
  );
}
