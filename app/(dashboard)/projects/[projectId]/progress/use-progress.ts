'use client';

import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ProjectProgress } from './get-progress';

/** Why polling fails. */
export type ConnectionProblem = 'unreachable' | 'signed out';

interface ProgressPolling {
  projectId: string;
  /** The progress when the page was loaded, if it needs it. */
  initial: ProjectProgress | null;
  /** Returns the delay until the next poll in milliseconds. */
  getIntervalMs: (progress: ProjectProgress | null) => number;
  enabled?: boolean;
}

/** Polls the progress of a project's background work while the page is visible. */
export function useProgress({ projectId, initial, getIntervalMs, enabled = true }: ProgressPolling) {
  const lastChange = useRef({ done: initial ? countDone(initial) : 0, at: Date.now() });
  const { data, error, dataUpdatedAt } = useQuery<ProjectProgress | null, ConnectionError>({
    queryKey: ['progress', projectId],
    queryFn: async ({ signal }) => {
      const idleMs = Date.now() - lastChange.current.at;
      const progress = await fetchProgress(`/projects/${projectId}/progress?idleMs=${idleMs}`, signal);
      const done = countDone(progress);
      if (done !== lastChange.current.done) lastChange.current = { done, at: Date.now() };
      return progress;
    },
    initialData: initial,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => getIntervalMs(state.data ?? null),
    networkMode: 'always',
    gcTime: 0,
    enabled,
  });
  return { progress: data, problem: error?.problem ?? null, updatedAt: dataUpdatedAt };
}

/** Returns how many answers of all running work are done. */
export function countDone(progress: ProjectProgress): number {
  return progress.work.reduce((total, { done }) => total + done, 0);
}

class ConnectionError extends Error {
  readonly problem: ConnectionProblem;

  constructor(problem: ConnectionProblem) {
    super(problem);
    this.problem = problem;
  }
}

async function fetchProgress(url: string, signal: AbortSignal): Promise<ProjectProgress> {
  const response = await fetch(url, { signal }).catch(() => null);
  if (response?.redirected || response?.status === 401) throw new ConnectionError('signed out');
  if (!response?.ok) throw new ConnectionError('unreachable');
  return response.json();
}
