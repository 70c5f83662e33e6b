'use client';

import { useSyncExternalStore } from 'react';

const narrowQuery = '(max-width: 767px)';

function subscribeToWidth(notify: () => void) {
  const list = window.matchMedia(narrowQuery);
  list.addEventListener('change', notify);
  return () => list.removeEventListener('change', notify);
}

/** Returns whether the window is too narrow for labels beside a chart. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    subscribeToWidth,
    () => window.matchMedia(narrowQuery).matches,
    () => false,
  );
}
