'use client';

import { AccountPanel } from '#components/layout/account-panel';
import { useShell } from '#components/layout/shell-context';
import { Popover } from '#components/ui/popover';

/** The reader's name at the foot of the navigation. */
export function AccountMenu({ wordClasses }: { wordClasses: string }) {
  const name = useShell()?.user.name ?? '';
  return (
    <Popover
      label="Account"
      trigger={
        <button
          type="button"
          aria-label={`Account of ${name}`}
          className="flex h-9 w-full items-center gap-2.5 rounded-md px-2 text-left transition-colors duration-150 hover:bg-pressed/60"
        >
          <span
            aria-hidden
            data-letter={name.slice(0, 1).toUpperCase()}
            className="flex size-6 shrink-0 items-center justify-center rounded-full bg-pressed text-xs font-semibold text-muted before:content-[attr(data-letter)]"
          />
          <span className={wordClasses}>{name}</span>
        </button>
      }
    >
      <AccountPanel />
    </Popover>
  );
}
