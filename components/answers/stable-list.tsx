'use client';

import { type ReactNode, useRef, useState } from 'react';
import { Button } from '#components/ui/button';
import { holdList, newIn } from '#lib/format/stable-list';

interface HeldListProps {
  /** Each with its `<li>`, whose key is its id. */
  items: readonly { id: string; line: ReactNode }[];
  className: string;
  /** What the button says that brings what is new. */
  newer: string;
}

/**
 * A list that stands still while newer things come in: they wait until they are asked for, on the hairline above.
 * It lies in a section that is `relative`.
 */
export function StableList({ items, className, newer }: HeldListProps) {
  const [held, hold] = useState(items);
  const list = useRef<HTMLUListElement>(null);
  const shown = holdList(held, items);
  if (shown.length > held.length) hold(shown);
  return (
    <>
      {newIn(shown, items).length > 0 ? (
        <div data-print="hide" className="absolute inset-x-0 -top-4 flex justify-center">
          <Button
            size="small"
            className="shadow-float"
            onClick={() => {
              hold(items);
              list.current?.focus({ preventScroll: true });
            }}
          >
            {newer}
          </Button>
        </div>
      ) : null}
      <ul ref={list} tabIndex={-1} className={className}>
        {shown.map(({ line }) => line)}
      </ul>
    </>
  );
}
