'use client';

import { type ReactNode, useRef, useState } from 'react';
import { Button } from '#components/ui/button';
import { findNewItems, updateStableList } from '#lib/format/stable-list';

interface HeldListProps {
  /** Each with its `<li>`, keyed by its ID. */
  items: readonly { id: string; line: ReactNode }[];
  className: string;
  /** Label of the button that shows new items. */
  showNewLabel: string;
}

/** A list that does not move while items arrive: a button above it shows them. Its section must be `relative`. */
export function StableList({ items, className, showNewLabel }: HeldListProps) {
  const [held, hold] = useState(items);
  const list = useRef<HTMLUListElement>(null);
  const shown = updateStableList(held, items);
  if (shown.length > held.length) hold(shown);
  return (
    <>
      {findNewItems(shown, items).length > 0 ? (
        <div data-print="hide" className="absolute inset-x-0 -top-4 flex justify-center">
          <Button
            size="small"
            className="shadow-float"
            onClick={() => {
              hold(items);
              list.current?.focus({ preventScroll: true });
            }}
          >
            {showNewLabel}
          </Button>
        </div>
      ) : null}
      <ul ref={list} tabIndex={-1} className={className}>
        {shown.map(({ line }) => line)}
      </ul>
    </>
  );
}
