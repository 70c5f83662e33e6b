'use client';

import { useDestinations } from '#components/layout/destinations';
import { Key } from '#components/layout/keyboard';
import { Dialog } from '#components/overlays/dialog';

const globalShortcuts: readonly { keys: readonly string[]; label: string }[] = [
  { keys: ['Ctrl K'], label: 'Open the command palette (⌘ K on a Mac)' },
  { keys: ['/'], label: 'Search this page, or open the command palette if it has no search' },
  { keys: ['?'], label: 'Show these shortcuts' },
  { keys: ['↑', '↓'], label: 'Move through the rows of a table' },
  { keys: ['Enter'], label: 'Open the row' },
  { keys: ['Esc'], label: 'Close dialogs' },
];

/** The shortcuts of every page, in a dialog. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  const { projectPages, organizationPages } = useDestinations();
  const pages = [...projectPages, ...organizationPages].map(({ letter, label }) => ({
    keys: ['g', letter],
    label,
  }));
  return (
    <Dialog
      title="Keyboard shortcuts"
      description="While you type in a field, only Ctrl K and Esc work."
      open
      onOpenChange={(open) => open || onClose()}
    >
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        <ShortcutList title="Everywhere" shortcuts={globalShortcuts} />
        <ShortcutList title="Go to" shortcuts={pages} />
      </div>
    </Dialog>
  );
}

function ShortcutList({ title, shortcuts }: { title: string; shortcuts: typeof globalShortcuts }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-2 text-xs font-medium text-muted">{title}</h3>
      <dl className="flex flex-col gap-2">
        {shortcuts.map(({ keys, label }) => (
          <div key={label} className="flex items-baseline justify-between gap-4">
            <dt className="min-w-0">{label}</dt>
            <dd className="flex shrink-0 gap-1">
              {keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
