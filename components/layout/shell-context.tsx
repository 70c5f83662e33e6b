'use client';

import { createContext, type ReactNode, useContext } from 'react';
import type { Role } from '#lib/core/permissions';

/** The data of the frame around every page. */
export interface ShellData {
  organization: { id: string; name: string };
  /** All organizations of the user, including this one. */
  organizations: readonly { id: string; name: string }[];
  /** Switches to another organization. */
  chooseOrganization: (id: string) => Promise<void>;
  user: { name: string; email: string };
  role: Role;
  projects: readonly { id: string; name: string }[];
}

const ShellContext = createContext<ShellData | null>(null);

export function ShellProvider({ data, children }: { data: ShellData; children: ReactNode }) {
  return <ShellContext value={data}>{children}</ShellContext>;
}

/** Returns the data of the frame; null on a shared page. */
export function useShell(): ShellData | null {
  return useContext(ShellContext);
}
