'use client';

import { createContext, useContext } from 'react';

/** The panels that shortcuts open; null while none is open. */
export type OpenPanel = 'palette' | 'shortcuts' | null;

export const CommandsContext = createContext<{ open: (panel: OpenPanel) => void }>({ open: () => undefined });

/** Returns `open`, which opens the command palette or the list of shortcuts. */
export function useCommands(): { open: (panel: OpenPanel) => void } {
  return useContext(CommandsContext);
}

/** A key of the keyboard. */
export function Key({ children }: { children: string }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-[5px] border border-hairline bg-sunken px-1.5 font-sans text-xs text-muted">
      {children}
    </kbd>
  );
}

/**
 * With the arrow keys, moves the focus to the corresponding link or button in the next or previous row of a table.
 * Elements marked `data-row` handle the keys themselves.
 */
export function moveFocusInTable(event: KeyboardEvent): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const { target } = event;
  if (step === 0 || !(target instanceof HTMLElement) || target.dataset.row !== undefined) return;
  const row = target.closest('tbody tr');
  const table = target.closest('table');
  if (!row || !table || target.getAttribute('aria-haspopup')) return;
  const column = getFocusable(row).indexOf(target);
  if (column < 0) return;
  const rows = [...table.querySelectorAll('tbody tr')];
  const index = rows.indexOf(row);
  const rowsAhead = step > 0 ? rows.slice(index + 1) : rows.slice(0, index).reverse();
  const next = rowsAhead.map(getFocusable).find((focusable) => focusable.length > 0);
  if (!next) return;
  event.preventDefault();
  (next[column] ?? next[0])?.focus();
}

function getFocusable(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>('a[href], button:not(:disabled)')];
}

/** Returns whether `target` is in a field, dialog or menu, which handle keys themselves. */
export function isInFieldOrOverlay(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input, textarea, select, [role="dialog"], [role="menu"]') !== null)
  );
}
