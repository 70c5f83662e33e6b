'use client';

import { Monitor, Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { classes } from '#components/ui/classes';

const themes = [
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'system', label: 'System', Icon: Monitor },
  { value: 'dark', label: 'Dark', Icon: Moon },
] as const;

const themeChangeEvent = 'themechange';

function subscribe(notify: () => void) {
  window.addEventListener(themeChangeEvent, notify);
  return () => window.removeEventListener(themeChangeEvent, notify);
}

export function setTheme(theme: 'light' | 'dark' | 'system') {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari
  document.cookie = `theme=${theme}; path=/; max-age=31536000; samesite=lax`;
  window.dispatchEvent(new Event(themeChangeEvent));
}

/** Chooses the theme, stored in a cookie so that the server can render it. */
export function ThemeToggle() {
  const current = useSyncExternalStore(
    subscribe,
    () => document.documentElement.dataset.theme ?? 'system',
    () => undefined,
  );
  return (
    <fieldset className="inline-flex rounded-md bg-sunken p-0.5">
      <legend className="sr-only">Theme</legend>
      {themes.map(({ value, label, Icon }) => (
        <button
          key={value}
          type="button"
          aria-pressed={current === value}
          aria-label={label}
          title={label}
          onClick={() => setTheme(value)}
          className={classes(
            'flex h-7 w-8 items-center justify-center rounded-[5px] text-muted transition-colors duration-150 hover:text-ink',
            current === value && 'bg-raised text-ink shadow-raised',
          )}
        >
          <Icon className="size-4" aria-hidden />
        </button>
      ))}
    </fieldset>
  );
}
