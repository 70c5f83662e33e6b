'use client';

import { createContext, type ReactNode, useContext } from 'react';
import type { Role } from '#lib/core/permissions';

/** The data of the dashboard's shell: navigation, account menu and project switcher. */
export interface ShellData {
  organization: { id: string; name: string };
  /** All organizations of the user, including the current one. */
  organizations: readonly { id: string; name: string }[];
  switchOrganization: (id: string) => Promise<void>;
  user: { name: string; email: string };
  role: Role;
  canCreateProjects: boolean;
  canStartRuns: boolean;
  projects: readonly { id: string; name: string }[];
}

const ShellContext = createContext<ShellData | null>(null);

export function ShellProvider({ data, children }: { data: ShellData; children: ReactNode }) {
  return <ShellContext value={data}>{children}</ShellContext>;
}

/** Returns the data of the shell; null on a shared page. */
export function useShell(): ShellData | null {
  return useContext(ShellContext);
}
