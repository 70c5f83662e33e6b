'use client';

import { createContext, type ReactNode, useContext } from 'react';

const ExportedUnderContext = createContext<string | null>(null);

/** The filters under which a page's tables are taken away, where they are not those of its address; null where they are. */
export function useExportedUnder(): string | null {
  return useContext(ExportedUnderContext);
}

/** Says under which filters the figures within stand. @param query as filters stand in an address */
export function ExportedUnder({ query, children }: { query: string; children: ReactNode }) {
  return <ExportedUnderContext value={query}>{children}</ExportedUnderContext>;
}
