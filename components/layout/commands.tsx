'use client';

import { useRouter } from 'next/navigation';
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { useDestinations } from '#components/layout/destinations';
import { PanelErrorBoundary } from '#components/layout/error-boundaries';
import {
  CommandsContext,
  isInFieldOrOverlay,
  moveFocusInTable,
  type OpenPanel,
} from '#components/layout/keyboard';
import { loadOnFirstInteraction } from '#components/overlays/lazy-panel';
import { PanelFailed } from '#components/overlays/toast';

// Its code is fetched at the user's first interaction, so that characters typed right after the shortcut are not lost.
const Palette = loadOnFirstInteraction<{ onClose: () => void }>(
  async () => (await import('#components/layout/palette')).Palette,
  PanelFailed,
);
const Shortcuts = lazy<ComponentType<{ onClose: () => void }>>(() =>
  import('#components/layout/shortcuts').then(
    (module) => ({ default: module.Shortcuts }),
    () => ({ default: PanelFailed }),
  ),
);

/** Maximum time between "g" and the letter of a page. */
const maxLetterDelayMs = 1_500;

/** Handles the keyboard shortcuts of every page. */
export function CommandsProvider({ children }: { children: ReactNode }) {
  const [openPanel, open] = useState<OpenPanel>(null);
  const commands = useMemo(() => ({ open }), []);
  const close = useCallback(() => open(null), []);
  const router = useRouter();
  const { projectPages, organizationPages } = useDestinations();
  useEffect(() => {
    let gPressedAt = Number.NEGATIVE_INFINITY;
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        open((current) => (current === 'palette' ? null : 'palette'));
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isInFieldOrOverlay(event.target)) return;
      const isAfterG = event.timeStamp - gPressedAt < maxLetterDelayMs;
      gPressedAt = Number.NEGATIVE_INFINITY;
      if (isAfterG) {
        const destination = [...projectPages, ...organizationPages].find(
          ({ letter }) => letter === event.key,
        );
        if (destination) {
          event.preventDefault();
          router.push(destination.href);
        }
      } else if (event.key === 'g') gPressedAt = event.timeStamp;
      else if (event.key === '?') open('shortcuts');
      else if (event.key === '/') {
        event.preventDefault();
        const search = document.querySelector<HTMLInputElement>('#content input[type="search"]');
        if (search) search.focus();
        else open('palette');
      } else moveFocusInTable(event);
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [router, projectPages, organizationPages]);
  return (
    <CommandsContext value={commands}>
      {children}
      <PanelErrorBoundary onClose={close}>
        <Suspense>
          {openPanel === 'palette' ? <Palette onClose={close} /> : null}
          {openPanel === 'shortcuts' ? <Shortcuts onClose={close} /> : null}
        </Suspense>
      </PanelErrorBoundary>
    </CommandsContext>
  );
}
