'use client';

import { Tabs } from 'radix-ui';
import type { ReactNode } from 'react';

/** A tab in a list of Radix tabs. */
export function Tab({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Tabs.Trigger
      value={value}
      className="h-9 shrink-0 border-b-2 border-transparent px-2.5 font-medium whitespace-nowrap text-muted -outline-offset-2 hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
    >
      {children}
    </Tabs.Trigger>
  );
}
