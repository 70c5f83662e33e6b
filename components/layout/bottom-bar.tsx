'use client';

import { Ellipsis, Search } from 'lucide-react';
import { useState } from 'react';
import { AccountPanel } from '#components/layout/account-menu';
import { useDestinations } from '#components/layout/destinations';
import { useCommands } from '#components/layout/keyboard';
import { Dialog } from '#components/overlays/dialog';
import { classes } from '#components/ui/classes';
import { Link } from '#components/ui/link';

const itemClasses = 'flex h-14 flex-1 flex-col items-center justify-center gap-0.5 text-xs font-medium';

/** The navigation on a narrow screen: four pages, and the rest under "More". */
export function BottomBar() {
  const { projectPages, organizationPages } = useDestinations();
  const [open, setOpen] = useState(false);
  const commands = useCommands();
  const inBar = projectPages.filter(({ label }) =>
    ['Overview', 'Answers', 'Prompts', 'Runs'].includes(label),
  );
  const more = [...projectPages.filter((page) => !inBar.includes(page)), ...organizationPages];
  return (
    <nav
      aria-label="Main"
      data-print="hide"
      className="fixed inset-x-0 bottom-0 z-30 flex border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {inBar.map(({ label, href, Icon, current }) => (
        <Link
          key={label}
          href={href}
          aria-current={current ? 'page' : undefined}
          className={classes(itemClasses, current ? 'text-accent' : 'text-muted')}
        >
          <Icon className="size-5" aria-hidden strokeWidth={1.75} />
          {label}
        </Link>
      ))}
      <Dialog
        kind="sheet"
        title="More"
        open={open}
        onOpenChange={setOpen}
        trigger={
          <button type="button" className={classes(itemClasses, 'text-muted')}>
            <Ellipsis className="size-5" aria-hidden strokeWidth={1.75} />
            More
          </button>
        }
      >
        <ul className="-mt-2 mb-4 flex flex-col border-b pb-4">
          <li>
            <button
              type="button"
              onClick={() => {
                setOpen(false);
                commands.open('palette');
              }}
              className="flex h-11 w-full items-center gap-3 font-medium"
            >
              <Search className="size-5 text-muted" aria-hidden strokeWidth={1.75} />
              Search and commands
            </button>
          </li>
          {more.map(({ href, label, Icon, current }) => (
            <li key={label}>
              <Link
                href={href}
                onClick={() => setOpen(false)}
                aria-current={current ? 'page' : undefined}
                className="flex h-11 items-center gap-3 font-medium"
              >
                <Icon className="size-5 text-muted" aria-hidden strokeWidth={1.75} />
                {label}
              </Link>
            </li>
          ))}
        </ul>
        <AccountPanel />
      </Dialog>
    </nav>
  );
}
