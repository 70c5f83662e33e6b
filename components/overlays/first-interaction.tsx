'use client';

import { type ComponentType, lazy, useSyncExternalStore } from 'react';

/** The first interactions. Scrolling is not one of them: a chart that scrolls by need not react. */
const interactionEvents = ['pointermove', 'pointerdown', 'keydown'] as const;

let hasInteracted = false;

function subscribe(notify: () => void) {
  const handle = () => {
    hasInteracted = true;
    stop();
    notify();
  };
  const stop = () => {
    for (const type of interactionEvents) window.removeEventListener(type, handle);
  };
  if (!hasInteracted)
    for (const type of interactionEvents) window.addEventListener(type, handle, { passive: true });
  return stop;
}

let isPrinting = false;

function subscribeToInteraction(notify: () => void) {
  const stop = subscribe(notify);
  const print = ({ type }: Event) => {
    isPrinting = type === 'beforeprint';
    notify();
  };
  window.addEventListener('beforeprint', print);
  window.addEventListener('afterprint', print);
  return () => {
    stop();
    window.removeEventListener('beforeprint', print);
    window.removeEventListener('afterprint', print);
  };
}

/**
 * Returns whether the reader has used the pointer or a key: interactive parts are loaded then. It is false while
 * isPrinting, because static charts fit any width.
 */
export function useHasInteracted(): boolean {
  return useSyncExternalStore(
    subscribeToInteraction,
    () => hasInteracted && !isPrinting,
    () => false,
  );
}

/**
 * Lazily loads a component that is shown on demand. Its code is fetched at the reader's first interaction.
 * @param fallback is rendered if the code cannot be loaded
 */
export function loadOnFirstInteraction<P>(load: () => Promise<ComponentType<P>>, fallback: ComponentType<P>) {
  const prefetch = () => {
    load().catch(() => undefined);
  };
  if (hasInteracted) prefetch();
  else if (typeof window !== 'undefined') subscribe(prefetch);
  return lazy(async () => ({ default: await load().catch(() => fallback) }));
}
