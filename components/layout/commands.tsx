'use client';

import { useRouter } from 'next/navigation';
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { useDestinations } from '#components/layout/destinations';
import { CommandsContext, isWriting, moveInTable, type Opened } from '#components/layout/keyboard';
import { loadOnFirstInteraction } from '#components/overlays/first-interaction';
import { OpenFailed } from '#components/overlays/lazy-trigger';

// What is typed right after it was called belongs into it: it must not be waited for.
const Palette = loadOnFirstInteraction<{ onClose: () => void }>(
  async () => (await import('#components/layout/palette')).Palette,
  OpenFailed,
);
const Shortcuts = lazy<ComponentType<{ onClose: () => void }>>(() =>
  import('#components/layout/shortcuts').then(
    (file) => ({ default: file.Shortcuts }),
    () => ({ default: OpenFailed }),
  ),
);

/** How long a "g" waits for the letter of a page. */
const letterMs = 1_500;

/** The keys of every page, and what they open, loaded when first asked for. */
export function CommandsProvider({ children }: { children: ReactNode }) {
  const [opened, open] = useState<Opened>(null);
  const commands = useMemo(() => ({ open }), []);
  const router = useRouter();
  const { ofProject, ofOrganization } = useDestinations();
  useEffect(() => {
    let going = Number.NEGATIVE_INFINITY;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        open((now) => (now === 'palette' ? null : 'palette'));
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
      const gone = event.timeStamp - going < letterMs;
      going = Number.NEGATIVE_INFINITY;
      if (gone) {
        const wanted = [...ofProject, ...ofOrganization].find(({ letter }) => letter === event.key);
        if (wanted) {
          event.preventDefault();
          router.push(wanted.href);
        }
      } else if (event.key === 'g') going = event.timeStamp;
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
  }, [router, ofProject, ofOrganization]);
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
