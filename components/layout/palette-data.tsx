'use client';

import type { LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Option } from '#components/ui/select';

/** What the command palette offers of a project. */
export interface PaletteData {
  views: readonly { id: string; name: string; screen: string; query: string }[];
  engines: readonly Option[];
  countries: readonly Option[];
  topics: readonly Option[];
  tags: readonly Option[];
  /** The brand of the project first, then its competitors. */
  brands: readonly { id: string; name: string; role: 'own' | 'competitor' }[];
  /** Those whose text holds the words typed. */
  prompts: readonly { id: string; text: string }[];
}

/** One line of the command palette. */
export interface PaletteItem {
  /** Stands for it alone. */
  id: string;
  label: string;
  keywords?: string[];
  hint?: string;
  Icon: LucideIcon;
  run: () => void;
}

const settleMs = 150;
const none: PaletteData = {
  views: [],
  engines: [],
  countries: [],
  topics: [],
  tags: [],
  brands: [],
  prompts: [],
};

/** What a project offers for the words typed, once they have stood still; the last that is known until then. */
export function usePaletteData(projectId: string | undefined, words: string): PaletteData {
  const [facts, setFacts] = useState(none);
  const wanted = words.trim();
  useEffect(() => {
    if (!projectId) return;
    const leave = new AbortController();
    const ask = async () => {
      try {
        const address = `/projects/${projectId}/palette?${new URLSearchParams({ words: wanted })}`;
        const response = await fetch(address, { signal: leave.signal });
        if (response.ok && !response.redirected) setFacts(await response.json());
      } catch {
        // Offline or typed on: what is known stays.
      }
    };
    const timer = setTimeout(ask, wanted === '' ? 0 : settleMs);
    return () => {
      leave.abort();
      clearTimeout(timer);
    };
  }, [projectId, wanted]);
  return facts;
}
