'use client';

import { useRouter } from 'next/navigation';
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { useDestinations } from '#components/layout/destinations';
import { CommandsContext, isWriting, moveInTable, type Opened } from '#components/layout/keyboard';
import { loadOnFirstInteraction } from '#components/overlays/lazy-panel';
import { PanelFailed } from '#components/overlays/toast';

// Preloaded, so that no typed characters are lost.
const Palette = loadOnFirstInteraction<{ onClose: () => void }>(
  async () => (await import('#components/layout/palette')).Palette,
  PanelFailed,
);
const Shortcuts = lazy<ComponentType<{ onClose: () => void }>>(() =>
  import('#components/layout/shortcuts').then(
    (file) => ({ default: file.Shortcuts }),
    () => ({ default: PanelFailed }),
  ),
);

/** How long "g" waits for the letter of a page. */
const letterMs = 1_500;

/** Handles the keyboard shortcuts of every page. */
export function CommandsProvider({ children }: { children: ReactNode }) {
  const [opened, open] = useState<Opened>(null);
  const commands = useMemo(() => ({ open }), []);
  const router = useRouter();
  const { projectPages, organizationPages } = useDestinations();
  useEffect(() => {
    let lastG = Number.NEGATIVE_INFINITY;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        open((now) => (now === 'palette' ? null : 'palette'));
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
      const isAfterG = event.timeStamp - lastG < letterMs;
      lastG = Number.NEGATIVE_INFINITY;
      if (isAfterG) {
        const destination = [...projectPages, ...organizationPages].find(
          ({ letter }) => letter === event.key,
        );
        if (destination) {
          event.preventDefault();
          router.push(destination.href);
        }
      } else if (event.key === 'g') lastG = event.timeStamp;
      else if (event.key === '?') open('shortcuts');
      else if (event.key === '/') {
        event.preventDefault();
        const search = document.querySelector<HTMLInputElement>('#content input[type="search"]');
        if (search) search.focus();
        else open('palette');
      } else moveInTable(event);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [router, projectPages, organizationPages]);
  return (
    <CommandsContext value={commands}>
      {children}
      <Suspense>
        {opened === 'palette' ? <Palette onClose={() => open(null)} /> : null}
        {opened === 'shortcuts' ? <Shortcuts onClose={() => open(null)} /> : null}
      </Suspense>
    </CommandsContext>
  );
}
