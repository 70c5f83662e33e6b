'use client';

import { LogOut } from 'lucide-react';
import { OrganizationSwitch } from '#components/layout/organization-switch';
import { useShell } from '#components/layout/shell-context';
import { signOut } from '#components/layout/sign-out';
import { Button } from '#components/ui/button';
import { ThemeToggle } from '#components/ui/theme-toggle';

/** Who is signed in, light or dark, and the way out. */
export function AccountPanel() {
  const shell = useShell();
  return (
    <div className="flex flex-col gap-4">
      <div className="min-w-0">
        <p className="truncate font-medium">{shell?.user.name}</p>
        <p className="truncate text-xs text-muted">{shell?.user.email}</p>
        <p className="mt-1 flex gap-1 text-xs text-muted">
          <span className="truncate">{shell?.organization.name}</span>
          <span className="shrink-0">· {shell?.role}</span>
        </p>
      </div>
      <OrganizationSwitch />
      <div className="flex items-center justify-between gap-3">
        <span className="text-muted">Appearance</span>
        <ThemeToggle />
      </div>
      <Button onClick={signOut}>
        <LogOut aria-hidden />
        Sign out
      </Button>
    </div>
  );
}
