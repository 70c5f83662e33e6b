'use client';

import { useIsHydrated } from '#components/ui/time';

/** An invisible element that disappears when the browser has taken over the page, after which it can be printed. */
export function HydrationMark() {
  return useIsHydrated() ? null : <template data-hydrating />;
}
