'use client';

import { PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react';
import { useState } from 'react';
import { AccountMenu } from '#components/layout/account-menu';
import { type NavItem, useDestinations } from '#components/layout/destinations';
import { Key, useCommands } from '#components/layout/keyboard';
import { Logo } from '#components/layout/logo';
import { classes } from '#components/ui/classes';
import { Link } from '#components/ui/link';

/** Labels are hidden while the navigation is collapsed. */
const labelClasses = 'hidden truncate lg:inline lg:group-data-[collapsed=true]/nav:hidden';

function NavList({ destinations }: { destinations: readonly NavItem[] }) {
  return (
    <ul className="flex flex-col gap-0.5">
      {destinations.map(({ label, href, Icon, current }) => (
        <li key={label}>
          <Link
            href={href}
            aria-label={label}
            aria-current={current ? 'page' : undefined}
            title={label}
            className={classes(
              'flex h-9 items-center gap-3 rounded-md px-3 font-medium transition-colors duration-150',
              current ? 'bg-pressed text-ink' : 'text-muted hover:bg-pressed/60 hover:text-ink',
            )}
          >
            <Icon
              className={classes('size-[18px] shrink-0', current && 'text-accent')}
              aria-hidden
              strokeWidth={1.75}
            />
            <span className={labelClasses}>{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The navigation on the left: 232 px wide; only icons if collapsed or below 1024 px; hidden below 768 px. */
export function SideNav({ isInitiallyCollapsed }: { isInitiallyCollapsed: boolean }) {
  const [collapsed, setCollapsed] = useState(isInitiallyCollapsed);
  const { projectPages, organizationPages } = useDestinations();
  const { open } = useCommands();
  const ToggleIcon = collapsed ? PanelLeftOpen : PanelLeftClose;
  const toggle = () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari
    document.cookie = `nav=${collapsed ? 'open' : 'collapsed'}; path=/; max-age=31536000; samesite=lax`;
    setCollapsed(!collapsed);
  };
  return (
    <nav
      aria-label="Main"
      data-collapsed={collapsed}
      data-print="hide"
      className="group/nav sticky top-0 hidden h-dvh w-16 shrink-0 flex-col border-r bg-sunken md:flex lg:w-[232px] lg:data-[collapsed=true]:w-16"
    >
      <div className="flex h-14 items-center justify-between px-[18px] lg:group-data-[collapsed=true]/nav:justify-center">
        <Link
          href="/"
          className="flex items-center gap-2.5 text-base font-semibold tracking-[-0.01em]"
          aria-label="Answerscope home"
        >
          <Logo />
          <span className={labelClasses}>Answerscope</span>
        </Link>
      </div>
      <div className="flex flex-1 flex-col gap-6 overflow-y-auto px-3 pt-3">
        <div className="relative -mb-3">
          <button
            type="button"
            aria-label="Search and commands"
            aria-haspopup="dialog"
            aria-keyshortcuts="Control+K Meta+K"
            title="Search and commands"
            onClick={() => open('palette')}
            className="flex h-9 w-full items-center gap-3 rounded-md px-3 font-medium text-muted transition-colors duration-150 hover:bg-pressed/60 hover:text-ink"
          >
            <Search className="size-[18px] shrink-0" aria-hidden strokeWidth={1.75} />
            <span className={classes(labelClasses, 'flex-1 text-left')}>Search</span>
          </button>
          <span
            aria-hidden
            className={classes(labelClasses, 'pointer-events-none absolute inset-y-0 right-3 content-center')}
          >
            <Key>Ctrl K</Key>
          </span>
        </div>
        {projectPages.length > 0 ? <NavList destinations={projectPages} /> : null}
        <div>
          <p className={classes('px-3 pb-1.5 text-xs text-faint', labelClasses, 'lg:block')}>Organization</p>
          <NavList destinations={organizationPages} />
        </div>
      </div>
      <div className="flex flex-col gap-1 border-t p-3">
        <AccountMenu labelClasses={labelClasses} />
        <button
          type="button"
          onClick={toggle}
          aria-expanded={!collapsed}
          aria-label={collapsed ? 'Expand navigation' : 'Collapse navigation'}
          className="hidden h-9 items-center gap-3 rounded-md px-3 text-muted transition-colors duration-150 hover:bg-pressed/60 hover:text-ink lg:flex"
        >
          <ToggleIcon className="size-[18px] shrink-0" aria-hidden strokeWidth={1.75} />
          <span className={labelClasses}>Collapse</span>
        </button>
      </div>
    </nav>
  );
}
