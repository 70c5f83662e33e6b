'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useCurrentProject } from '#components/layout/current-project';
import {
  type Destination,
  organizationDestinations,
  projectDestinations,
} from '#components/layout/destinations';
import { filterQuery } from '#lib/format/filter-query';

/** A destination whose address carries the present filters on. */
export interface ShownDestination extends Destination {
  /** Whether the reader is at it or below it. */
  current: boolean;
}

/** Where the navigation leads from here; no pages of a project where there is none. */
export function useDestinations(): { ofProject: ShownDestination[]; ofOrganization: ShownDestination[] } {
  const project = useCurrentProject();
  const pathname = usePathname();
  const filters = filterQuery(useSearchParams());
  const shown = (destination: Destination, query: string) => ({
    ...destination,
    href: destination.href + query,
    current: pathname === destination.href || pathname.startsWith(`${destination.href}/`),
  });
  return {
    ofProject: project ? projectDestinations(project.id).map((one) => shown(one, filters)) : [],
    ofOrganization: organizationDestinations.map((one) => shown(one, '')),
  };
}
