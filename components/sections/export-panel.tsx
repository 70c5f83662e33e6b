'use client';

import type { Disclosure } from '#components/overlays/lazy-panel';
import { MenuItem, MenuPanel } from '#components/overlays/panels';

const formats = [
  { format: 'xlsx', label: 'Excel', note: 'XLSX, formatted' },
  { format: 'csv', label: 'CSV', note: 'plain values' },
  { format: 'json', label: 'JSON', note: 'for scripts' },
] as const;

interface ExportPanelProps {
  disclosure: Disclosure;
  /** The URL of the export with its query, without the format. */
  url: string;
  title: string;
}

/** The formats of an export. */
export function ExportPanel({ disclosure, url, title }: ExportPanelProps) {
  return (
    <MenuPanel disclosure={disclosure} label={`Export “${title}”`} align="end" className="w-52">
      {formats.map(({ format, label, note }) => (
        <MenuItem key={format}>
          <a
            href={`${url}${url.endsWith('?') ? '' : '&'}format=${format}`}
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
