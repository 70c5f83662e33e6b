'use client';

import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { Key } from '#components/layout/keyboard';
import { usePaletteGroups } from '#components/layout/palette-groups';

/** Rates how well an item matches: it must contain each typed word, preferably at the start of a word. */
function matchWords(_: string, typed: string, keywords: string[] = []): number {
  const text = keywords.join(' ').toLowerCase();
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.every((word) => text.includes(word))) return 0;
  return words.every((word) => ` ${text}`.includes(` ${word}`)) ? 1 : 0.5;
}

/** The command palette: pages, saved views, prompts, sources, brands, filters, projects and actions. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [search, setSearch] = useState('');
  const { groups, isSearching } = usePaletteGroups(search);
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fades-in fixed inset-0 z-40 bg-shade" />
        <Dialog.Content
          aria-describedby={undefined}
          className="floats fixed top-[12vh] left-1/2 z-50 flex max-h-[min(480px,76vh)] w-[calc(100vw-32px)] max-w-xl -translate-x-1/2 flex-col overflow-hidden rounded-[14px] border border-hairline bg-surface shadow-float"
        >
          <Dialog.Title className="sr-only">Command palette</Dialog.Title>
          <Command label="Commands" loop filter={matchWords} className="flex min-h-0 flex-col">
            <div className="flex items-center gap-2.5 border-b px-4">
              <Search className="size-4 shrink-0 text-muted" aria-hidden />
              <Command.Input
                value={search}
                onValueChange={setSearch}
                placeholder="Find pages, prompts, sources"
                className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-faint"
              />
              <Key>Esc</Key>
            </div>
            <Command.List className="min-h-0 overflow-y-auto p-2">
              <Command.Empty className="px-2 py-6 text-center text-muted">
                {isSearching ? 'Searching…' : 'No results. Try fewer words.'}
              </Command.Empty>
              {groups.map(({ heading, items }) =>
                items.length === 0 ? null : (
                  <Command.Group
                    key={heading}
                    heading={heading}
                    className="pb-1 [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted"
                  >
                    {items.map(({ id, label, keywords, hint, Icon, run }) => (
                      <Command.Item
                        key={id}
                        value={id}
                        keywords={[label, ...(keywords ?? [])]}
                        onSelect={() => {
                          onClose();
                          run();
                        }}
                        className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2 py-1.5 data-[selected=true]:bg-pressed"
                      >
                        <Icon className="size-4 shrink-0 text-muted" aria-hidden strokeWidth={1.75} />
                        <span className="min-w-0 flex-1 truncate">{label}</span>
                        {hint ? <span className="shrink-0 text-xs text-muted">{hint}</span> : null}
                      </Command.Item>
                    ))}
                  </Command.Group>
                ),
              )}
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
