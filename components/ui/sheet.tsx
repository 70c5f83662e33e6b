'use client';

import { type ReactNode, Suspense } from 'react';
import { loadOnceBegun } from '#components/ui/begun';
import { NotOpened } from '#components/ui/not-opened';
import { Opener, useOpening } from '#components/ui/opener';

const SheetPanel = loadOnceBegun(
  async () => (await import('#components/ui/sheet-panel')).SheetPanel,
  NotOpened,
);

interface SheetProps {
  title: string;
  description?: ReactNode;
  trigger?: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** For what is read rather than filled in: 640 px instead of 480. */
  wide?: boolean;
  /** Buttons beside the title, before the one that closes. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A drawer beside the page: from the right, on a narrow screen from below. */
export function Sheet({ trigger, open, onOpenChange, ...panel }: SheetProps) {
  const opening = useOpening(open, onOpenChange);
  return (
    <>
      {trigger ? (
        <Opener opening={opening} opens="dialog">
          {trigger}
        </Opener>
      ) : null}
      {opening.open ? (
        <Suspense>
          <SheetPanel opening={opening} {...panel} />
        </Suspense>
      ) : null}
    </>
  );
}
