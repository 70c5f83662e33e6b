'use client';

import { useSyncExternalStore } from 'react';

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
