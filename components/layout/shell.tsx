import type { ReactNode } from 'react';
import { BottomBar } from '#components/layout/bottom-bar';
import { CommandsProvider } from '#components/layout/commands';
import { OfflineNotice } from '#components/layout/offline-notice';
import { OutdatedPageProvider } from '#components/layout/outdated-page';
import { type ShellData, ShellProvider } from '#components/layout/shell-context';
import { SideNav } from '#components/layout/side-nav';
import { UrlQueryProvider } from '#components/ui/links';

interface ShellProps {
  data: ShellData;
  isNavCollapsed: boolean;
  children: ReactNode;
}

/** The shell around every page of the dashboard. */
export function Shell({ data, isNavCollapsed, children }: ShellProps) {
  return (
    <ShellProvider data={data}>
      <UrlQueryProvider>
        <CommandsProvider>
          <a
            href="#content"
            data-print="hide"
            className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent px-3 py-2 font-medium text-on-accent focus:translate-y-0"
          >
            Skip to content
          </a>
          <div className="flex min-h-dvh" data-organization={data.organization.id}>
            <SideNav isInitiallyCollapsed={isNavCollapsed} />
            <div className="min-w-0 flex-1 pb-16 md:pb-0">
              <OutdatedPageProvider>{children}</OutdatedPageProvider>
            </div>
          </div>
          <BottomBar />
          <OfflineNotice />
        </CommandsProvider>
      </UrlQueryProvider>
    </ShellProvider>
  );
}
