'use client';

import { createContext, type ReactNode, useContext } from 'react';
import type { Role } from '#lib/core/permissions';

/** What the frame around every page knows: who is signed in, where, and which projects there are. */
export interface ShellData {
  organization: { id: string; name: string };
  /** All the reader belongs to, this one included. */
  organizations: readonly { id: string; name: string }[];
  /** Goes to another of them. */
  chooseOrganization: (id: string) => Promise<void>;
  user: { name: string; email: string };
  role: Role;
  projects: readonly { id: string; name: string }[];
}

const ShellContext = createContext<ShellData | null>(null);

export function ShellProvider({ facts, children }: { facts: ShellData; children: ReactNode }) {
  return <ShellContext value={facts}>{children}</ShellContext>;
}

/** The facts of the frame; null on a shared page, which has none. */
export function useShell(): ShellData | null {
  return useContext(ShellContext);
}
