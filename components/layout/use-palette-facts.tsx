'use client';

import { useEffect, useState } from 'react';
import type { PaletteFacts } from '#components/layout/palette-facts';

const settleMs = 150;
const none: PaletteFacts = {
  views: [],
  engines: [],
  countries: [],
  topics: [],
  tags: [],
  brands: [],
  prompts: [],
};

/** What a project offers for the words typed, once they have stood still; the last that is known until then. */
export function usePaletteFacts(projectId: string | undefined, words: string): PaletteFacts {
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
