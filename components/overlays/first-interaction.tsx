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

let printing = false;

function subscribeToUse(notify: () => void) {
  const stop = subscribe(notify);
  const print = ({ type }: Event) => {
    printing = type === 'beforeprint';
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
 * Whether the reader has begun to use the page, by pointer or by key: what answers to them is loaded then. On paper
 * nothing answers, and what stands still fits any width.
 */
export function useHasInteracted(): boolean {
  return useSyncExternalStore(
    subscribeToUse,
    () => begun && !printing,
    () => false,
  );
}

/**
 * A part that shows only when it is asked for: its code is fetched at the reader's first sign, before they ask.
 * @param otherwise stands there where the code does not arrive
 */
export function loadOnFirstInteraction<P>(
  load: () => Promise<ComponentType<P>>,
  otherwise: ComponentType<P>,
) {
  const fetchAhead = () => {
    load().catch(() => undefined);
  };
  if (begun) fetchAhead();
  else if (typeof window !== 'undefined') subscribe(fetchAhead);
  return lazy(async () => ({ default: await load().catch(() => otherwise) }));
}
