'use client';

import { useSearchParams } from 'next/navigation';
import type { Disclosure } from '#components/overlays/lazy-trigger';
import { MenuItem, MenuPanel } from '#components/overlays/menu-panel';
import { useExportQuery } from '#components/sections/export-menu';

const formats = [
  { format: 'csv', label: 'CSV', note: 'for a spreadsheet' },
  { format: 'json', label: 'JSON', note: 'for a program' },
] as const;

interface ExportPanelProps {
  opening: Disclosure;
  projectId: string;
  table: string;
  /** What it is about beside the filters. */
  about: Readonly<Record<string, string>>;
  title: string;
}

/** The formats a table or chart can be taken away in. */
export function ExportPanel({ opening, projectId, table, about, title }: ExportPanelProps) {
  const shown = useSearchParams();
  const under = useExportQuery();
  const address = (format: string) => {
    const query = new URLSearchParams(under ?? shown);
    for (const [key, value] of Object.entries(about)) query.set(key, value);
    query.set('format', format);
    return `/projects/${projectId}/export/${table}?${query}`;
  };
  return (
    <MenuPanel opening={opening} label={`Download “${title}”`} align="end" className="w-52">
      {formats.map(({ format, label, note }) => (
        <MenuItem key={format}>
          <a
            href={address(format)}
            download
            className="flex h-9 cursor-pointer items-center justify-between gap-3 rounded-sm px-2 outline-none data-highlighted:bg-sunken"
          >
            {label}
            <span className="text-xs text-muted">{note}</span>
          </a>
        </MenuItem>
      ))}
    </MenuPanel>
  );
}
