'use client';

import { Ellipsis } from 'lucide-react';
import type { MenuAction } from '#components/overlays/action-panel';
import { LazyTrigger, loadOnFirstInteraction, useDisclosure } from '#components/overlays/lazy-panel';
import { PanelFailed } from '#components/overlays/toast';
import { Button } from '#components/ui/button';

const ActionPanel = loadOnFirstInteraction(
  async () => (await import('#components/overlays/action-panel')).ActionPanel,
  PanelFailed,
);

interface ActionMenuProps {
  label: string;
  actions: readonly MenuAction[];
  busy?: boolean;
}

/** A menu of further actions, next to the buttons for the main ones. */
export function ActionMenu({ label, actions, busy = false }: ActionMenuProps) {
  const disclosure = useDisclosure();
  return (
    <LazyTrigger
      disclosure={disclosure}
      opens="menu"
      trigger={
        <Button
          Icon={Ellipsis}
          className="px-2.5"
          busy={busy}
          data-print="hide"
          aria-label={label}
          title={label}
        />
      }
    >
      <ActionPanel disclosure={disclosure} label={label} actions={actions} />
    </LazyTrigger>
  );
}
