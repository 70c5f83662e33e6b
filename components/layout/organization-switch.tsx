'use client';

import { Check } from 'lucide-react';
import { useTransition } from 'react';
import { useShell } from '#components/layout/shell-context';

/** The way to the reader's other organizations; nothing for a member of one. */
export function OrganizationSwitch() {
  const shell = useShell();
  const [busy, start] = useTransition();
  if (!shell || shell.organizations.length < 2) return null;
  return (
    <section aria-label="Organizations" aria-busy={busy} className="border-t pt-3">
      <h3 className="pb-1 text-xs font-medium text-muted">Organizations</h3>
      <ul className="-mx-2">
        {shell.organizations.map(({ id, name }) => {
          const current = id === shell.organization.id;
          return (
            <li key={id}>
              <button
                type="button"
                aria-current={current ? 'true' : undefined}
                disabled={current || busy}
                onClick={() => start(() => shell.chooseOrganization(id))}
                className="flex min-h-9 w-full items-center gap-2 rounded-md px-2 py-1 text-left enabled:hover:bg-sunken"
              >
                <span className="min-w-0 flex-1 truncate">{name}</span>
                {current ? <Check className="size-4 shrink-0 text-accent" aria-label="current" /> : null}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
