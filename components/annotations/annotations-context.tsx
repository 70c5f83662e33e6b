'use client';

import { createContext, type ReactNode, useContext } from 'react';
import type { Flag } from '#lib/charts/flags';

interface Annotated {
  flags: readonly Flag[];
  /** The button that writes a note; null for who may not. */
  add: ReactNode;
  /** What changes a note, by its id. */
  edit: Readonly<Record<string, ReactNode>>;
}

const AnnotationsContext = createContext<Annotated>({ flags: [], add: null, edit: {} });

/** The flags of the page's period, for its time charts; none where the page has no annotations. */
export function useAnnotations(): Annotated {
  return useContext(AnnotationsContext);
}

export function AnnotationsProvider({ children, ...annotated }: Annotated & { children: ReactNode }) {
  return <AnnotationsContext value={annotated}>{children}</AnnotationsContext>;
}
