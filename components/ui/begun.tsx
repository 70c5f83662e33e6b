'use client';

import { type ComponentType, lazy, useSyncExternalStore } from 'react';

/** What a reader does first. Scrolling is not among them: a chart that only passes by has nothing to answer. */
const signs = ['pointermove', 'pointerdown', 'keydown'] as const;

let begun = false;

function subscribe(notify: () => void) {
  const begin = () => {
    begun = true;
    stop();
    notify();
  };
  const stop = () => {
    for (const sign of signs) window.removeEventListener(sign, begin);
  };
  if (!begun) for (const sign of signs) window.addEventListener(sign, begin, { passive: true });
  return stop;
}

/** Whether the reader has begun to use the page, by pointer or by key: what answers to them is loaded then. */
export function useBegun(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => begun,
    () => false,
  );
}

/**
 * A part that shows only when it is asked for: its code is fetched at the reader's first sign, before they ask.
 * @param otherwise stands there where the code does not arrive
 */
export function loadOnceBegun<P>(load: () => Promise<ComponentType<P>>, otherwise: ComponentType<P>) {
  const fetchAhead = () => {
    load().catch(() => undefined);
  };
  if (begun) fetchAhead();
  else if (typeof window !== 'undefined') subscribe(fetchAhead);
  return lazy(async () => ({ default: await load().catch(() => otherwise) }));
}
