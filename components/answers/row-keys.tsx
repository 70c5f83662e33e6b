'use client';

import { type RefObject, useEffect } from 'react';
import { isWriting } from '#components/layout/keyboard';

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

/**
 * Moves the focus through the buttons marked `data-row` of a table: arrows where one of them has it, j and k from
 * anywhere on the page but a field.
 */
export function useRowKeys(body: RefObject<HTMLElement | null>, enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return;
    const move = (event: KeyboardEvent) => {
      const step = steps[event.key];
      if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      const rows = [...(body.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
      const at = rows.findIndex((row) => row.matches(':focus'));
      if (at < 0 && (event.key.startsWith('Arrow') || isWriting(event.target))) return;
      const next = rows[at < 0 ? 0 : at + step];
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    document.addEventListener('keydown', move);
    return () => document.removeEventListener('keydown', move);
  }, [body, enabled]);
}
