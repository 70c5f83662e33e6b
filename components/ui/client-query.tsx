import { QueryClient, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

const createClient = () =>
  new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: 60_000, refetchOnWindowFocus: false } },
  });

/** The query client of the browser. On the server each component has its own, so that requests share no data. */
const browserClient = typeof window === 'undefined' ? null : createClient();

/**
 * Polls data, or loads it after the page has loaded. Works without a `QueryClientProvider`, so that pages load TanStack
 * Query only with the components that use it.
 */
export function useClientQuery<T>(options: UseQueryOptions<T>): UseQueryResult<T> {
  const [client] = useState(() => browserClient ?? createClient());
  return useQuery(options, client);
}
