'use client';

import { Check, LogOut, Plus, UserRound } from 'lucide-react';
import { useTransition } from 'react';
import { useShell } from '#components/layout/shell-context';
import { signOut } from '#components/layout/sign-out';
import { Popover } from '#components/overlays/popover';
import { Button } from '#components/ui/button';
import { Link } from '#components/ui/link';
import { LinkButton } from '#components/ui/link-button';
import { ThemeToggle } from '#components/ui/theme-toggle';

/** The account menu at the bottom of the navigation. */
export function AccountMenu({ labelClasses }: { labelClasses: string }) {
  const name = useShell()?.user.name ?? '';
  return (
    <Popover
      label="Account"
      trigger={
        <button
          type="button"
          aria-label={`Account: ${name}`}
          className="flex h-9 w-full items-center gap-2.5 rounded-md px-2 text-left transition-colors duration-150 hover:bg-pressed/60"
        >
          <span
            aria-hidden
            data-letter={name.slice(0, 1).toUpperCase()}
            className="flex size-6 shrink-0 items-center justify-center rounded-full bg-pressed text-xs font-semibold text-muted before:content-[attr(data-letter)]"
          />
          <span className={labelClasses}>{name}</span>
        </button>
      }
    >
      <AccountPanel />
    </Popover>
  );
}

/** The signed-in user, organizations, theme and sign-out. */
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
      <OrganizationSwitcher />
      <div className="flex items-center justify-between gap-3">
        <span className="text-muted">Appearance</span>
        <ThemeToggle />
      </div>
      <LinkButton Icon={UserRound} href="/account">
        Account
      </LinkButton>
      <Button Icon={LogOut} onClick={signOut}>
        Sign out
      </Button>
    </div>
  );
}

function OrganizationSwitcher() {
  const shell = useShell();
  const [isPending, startTransition] = useTransition();
  if (!shell) return null;
  return (
    <section aria-label="Organizations" aria-busy={isPending} className="border-t pt-3">
      <h3 className="pb-1 text-xs font-medium text-muted">Organizations</h3>
      <ul className="-mx-2">
        {shell.organizations.map(({ id, name }) => {
          const isCurrent = id === shell.organization.id;
          return (
            <li key={id}>
              <button
                type="button"
                aria-current={isCurrent ? 'true' : undefined}
                disabled={isCurrent || isPending}
                onClick={() => startTransition(() => shell.switchOrganization(id))}
                className="flex min-h-9 w-full items-center gap-2 rounded-md px-2 py-1 text-left enabled:hover:bg-sunken"
              >
                <span className="min-w-0 flex-1 truncate">{name}</span>
                {isCurrent ? <Check className="size-4 shrink-0 text-accent" aria-label="current" /> : null}
              </button>
            </li>
          );
        })}
      </ul>
      <Link
        href="/new-organization"
        className="-mx-2 flex min-h-9 items-center gap-2 rounded-md px-2 py-1 text-muted hover:bg-sunken hover:text-ink"
      >
        <Plus className="size-4 shrink-0" aria-hidden />
        New organization
      </Link>
    </section>
  );
}
