'use client';

import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export interface Tab {
  value: string;
  label: string;
  content: ReactNode;
}

export function Tabs({
  tabs,
  label,
  defaultValue,
}: {
  tabs: readonly Tab[];
  label: string;
  defaultValue?: string;
}) {
  return (
    <Radix.Root defaultValue={defaultValue ?? tabs[0]?.value}>
      <Radix.List aria-label={label} className="flex gap-6 overflow-x-auto border-b">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px h-10 shrink-0 border-b-2 border-transparent font-medium text-muted transition-colors duration-150 hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-6">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
