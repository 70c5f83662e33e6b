'use client';

import { createContext, useContext } from 'react';

/** What floats over a page when it is asked for by keys. */
export type Opened = 'palette' | 'shortcuts' | null;

export const CommandsContext = createContext<{ open: (what: Opened) => void }>({ open: () => undefined });

/** Opens the command palette or the list of shortcuts. */
export function useCommands(): { open: (what: Opened) => void } {
  return useContext(CommandsContext);
}
