'use client';

import { useEffect, useState } from 'react';
import type { Option } from '#components/ui/select';

/** The project data of the command palette. */
export interface PaletteData {
  views: readonly { id: string; name: string; screen: string; query: string }[];
  engines: readonly Option[];
  countries: readonly Option[];
  topics: readonly Option[];
  tags: readonly Option[];
  /** The brand of the project first, then its competitors. */
  brands: readonly { id: string; name: string; role: 'own' | 'competitor' }[];
  /** Prompts that contain the typed words. */
  prompts: readonly { id: string; text: string }[];
}

const debounceMs = 150;
const noData: PaletteData = {
  views: [],
  engines: [],
  countries: [],
  topics: [],
  tags: [],
  brands: [],
  prompts: [],
};

/** Loads a project's data for the typed words after a pause; returns the last data until then. */
export function usePaletteData(projectId: string | undefined, words: string): PaletteData {
  const [data, setData] = useState(noData);
  const query = words.trim();
  useEffect(() => {
    if (!projectId) return;
    const controller = new AbortController();
    const load = async () => {
      try {
        const url = `/projects/${projectId}/palette?${new URLSearchParams({ words: query })}`;
        const response = await fetch(url, { signal: controller.signal });
        if (response.ok && !response.redirected) setData(await response.json());
      } catch {
        // Offline or superseded: the last data stays.
      }
    };
    const timer = setTimeout(load, query === '' ? 0 : debounceMs);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [projectId, query]);
  return data;
}
