'use client';

import { Download } from 'lucide-react';
import { useParams, useSearchParams } from 'next/navigation';
import { DropdownMenu } from 'radix-ui';
import { Button } from '#components/ui/button';

const formats = [
  { format: 'csv', label: 'CSV', note: 'for a spreadsheet' },
  { format: 'json', label: 'JSON', note: 'for a program' },
] as const;

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
  const shown = useSearchParams();
  if (!projectId) return null;
  const { table, about } = typeof exported === 'string' ? { table: exported, about: {} } : exported;
  const address = (format: string) => {
    const query = new URLSearchParams(shown);
    for (const [key, value] of Object.entries(about)) query.set(key, value);
    query.set('format', format);
    return `/projects/${projectId}/export/${table}?${query}`;
  };
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>
        <Button
          kind="quiet"
          size="icon"
          data-print="hide"
          aria-label={`Download “${title}”`}
          title="Download"
        >
          <Download aria-hidden />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          className="floats z-50 w-52 rounded-lg border border-hairline bg-surface p-1 shadow-float"
        >
          {formats.map(({ format, label, note }) => (
            <DropdownMenu.Item key={format} asChild>
              <a
                href={address(format)}
                download
                className="flex h-9 cursor-pointer items-center justify-between gap-3 rounded-sm px-2 outline-none data-highlighted:bg-sunken"
              >
                {label}
                <span className="text-xs text-muted">{note}</span>
              </a>
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
