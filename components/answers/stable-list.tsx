'use client';

import { type ReactNode, useRef, useState } from 'react';
import { Button } from '#components/ui/button';

interface StableListProps {
  /** Each `element` is an `<li>` with the ID as its key. */
  items: readonly { id: string; element: ReactNode }[];
  className: string;
  /** Label of the button that shows new items. */
  showNewLabel: string;
}

/** A list that does not move when new items arrive; a button above it shows them. Its parent must be `relative`. */
export function StableList({ items, className, showNewLabel }: StableListProps) {
  const [current, setCurrent] = useState(items);
  const list = useRef<HTMLUListElement>(null);
  const shown = updateStableList(current, items);
  if (shown.length > current.length) setCurrent(shown);
  return (
    <>
      {findNewItems(shown, items).length > 0 ? (
        <div data-print="hide" className="absolute inset-x-0 -top-4 flex justify-center">
          <Button
            size="small"
            className="shadow-float"
            onClick={() => {
              setCurrent(items);
              list.current?.focus({ preventScroll: true });
            }}
          >
            {showNewLabel}
          </Button>
        </div>
      ) : null}
      <ul ref={list} tabIndex={-1} className={className}>
        {shown.map(({ element }) => element)}
      </ul>
    </>
  );
}

/**
 * Updates a list without moving what the reader sees: shown items keep their place and get their latest data, and new
 * items only fill the space after them.
 * @param latest the list that a reload of the page would show
 */
export function updateStableList<T extends { id: string }>(shown: readonly T[], latest: readonly T[]): T[] {
  const updated = shown.map((item) => latest.find(({ id }) => id === item.id) ?? item);
  const space = Math.max(0, latest.length - updated.length);
  return [...updated, ...findNewItems(shown, latest).slice(0, space)];
}

/** Returns the latest items that are not shown. */
export function findNewItems<T extends { id: string }>(shown: readonly T[], latest: readonly T[]): T[] {
  const ids = new Set(shown.map(({ id }) => id));
  return latest.filter(({ id }) => !ids.has(id));
}
