'use client';

import type { LucideIcon } from 'lucide-react';
import { useId, useRef } from 'react';
import type { Disclosure } from '#components/overlays/lazy-panel';
import { MenuItem, MenuPanel } from '#components/overlays/panels';
import { useToast } from '#components/overlays/toast';

export interface MenuAction {
  label: string;
  Icon: LucideIcon;
  onSelect: () => void;
  /** Why the member can't use the action; null or undefined if they can. Selecting the action shows the reason. */
  denial?: string | null;
}

interface ActionPanelProps {
  disclosure: Disclosure;
  label: string;
  actions: readonly MenuAction[];
}

/** The actions of an open `ActionMenu`. They run once the menu is closed, because they may print the page or open a dialog. */
export function ActionPanel({ disclosure, label, actions }: ActionPanelProps) {
  const id = useId();
  const toast = useToast();
  const selected = useRef<() => void>(undefined);
  return (
    <MenuPanel
      disclosure={disclosure}
      label={label}
      align="end"
      className="w-44"
      onClosed={() => selected.current?.()}
    >
      {actions.map(({ label: action, Icon, onSelect, denial }) => (
        <MenuItem key={action}>
          <button
            type="button"
            onClick={() => {
              selected.current = denial
                ? () => toast({ title: `${action} isn’t available`, description: denial })
                : onSelect;
            }}
            aria-disabled={denial ? true : undefined}
            aria-describedby={denial ? `${id}-${action}` : undefined}
            title={denial ?? undefined}
            className="flex h-9 w-full cursor-pointer items-center gap-2 rounded-sm px-2 text-left outline-none data-highlighted:bg-sunken aria-disabled:cursor-not-allowed aria-disabled:opacity-55"
          >
            <Icon className="size-4 shrink-0 text-muted" aria-hidden />
            {action}
            <span id={`${id}-${action}`} hidden>
              {denial}
            </span>
          </button>
        </MenuItem>
      ))}
    </MenuPanel>
  );
}
