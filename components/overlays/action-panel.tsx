'use client';

import type { LucideIcon } from 'lucide-react';
import { useRef } from 'react';
import type { Disclosure } from '#components/overlays/lazy-panel';
import { MenuItem, MenuPanel } from '#components/overlays/panels';

export interface MenuAction {
  label: string;
  Icon: LucideIcon;
  onSelect: () => void;
}

interface ActionPanelProps {
  disclosure: Disclosure;
  label: string;
  actions: readonly MenuAction[];
}

/** The actions of an open `ActionMenu`. They run once the menu is closed, because they may print the page or open a dialog. */
export function ActionPanel({ disclosure, label, actions }: ActionPanelProps) {
  const selected = useRef<() => void>(undefined);
  return (
    <MenuPanel
      disclosure={disclosure}
      label={label}
      align="end"
      className="w-44"
      onClosed={() => selected.current?.()}
    >
      {actions.map(({ label: action, Icon, onSelect }) => (
        <MenuItem key={action}>
          <button
            type="button"
            onClick={() => {
              selected.current = onSelect;
            }}
            className="flex h-9 w-full cursor-pointer items-center gap-2 rounded-sm px-2 text-left outline-none data-highlighted:bg-sunken"
          >
            <Icon className="size-4 shrink-0 text-muted" aria-hidden />
            {action}
          </button>
        </MenuItem>
      ))}
    </MenuPanel>
  );
}
