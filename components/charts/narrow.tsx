'use client';

import { useSyncExternalStore } from 'react';

const query = '(max-width: 767px)';

function subscribe(notify: () => void) {
  const list = window.matchMedia(query);
  list.addEventListener('change', notify);
  return () => list.removeEventListener('change', notify);
}

/** Whether the window is too narrow for labels beside a chart. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}
