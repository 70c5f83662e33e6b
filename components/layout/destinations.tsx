'use client';

import {
  Building2,
  CalendarClock,
  CodeXml,
  FlaskConical,
  Gauge,
  type LucideIcon,
  MessagesSquare,
  PlayCircle,
  Quote,
  ScrollText,
  Split,
  Swords,
  Users,
} from 'lucide-react';
import { useParams, usePathname, useSearchParams } from 'next/navigation';
import { useShell } from '#components/layout/shell-context';
import { getFilterQuery } from '#lib/format/answer-links';

export interface Destination {
  label: string;
  href: string;
  Icon: LucideIcon;
  /** The shortcut is "g" and this letter. Unique. */
  letter: string;
}

function listProjectDestinations(projectId: string): Destination[] {
  const base = `/projects/${projectId}`;
  return [
    { label: 'Overview', href: `${base}/overview`, Icon: Gauge, letter: 'o' },
    { label: 'Prompts', href: `${base}/prompts`, Icon: MessagesSquare, letter: 'p' },
    { label: 'Answers', href: `${base}/answers`, Icon: ScrollText, letter: 'a' },
    { label: 'Sources', href: `${base}/sources`, Icon: Quote, letter: 's' },
    { label: 'Competitors', href: `${base}/competitors`, Icon: Swords, letter: 'c' },
    { label: 'Queries (fan-out)', href: `${base}/fan-out`, Icon: Split, letter: 'f' },
    { label: 'Experiments', href: `${base}/experiments`, Icon: FlaskConical, letter: 'e' },
    { label: 'Schedule', href: `${base}/schedule`, Icon: CalendarClock, letter: 'd' },
    { label: 'Runs', href: `${base}/runs`, Icon: PlayCircle, letter: 'r' },
    { label: 'Brands', href: `${base}/settings`, Icon: Building2, letter: 'b' },
  ];
}

const organizationDestinations: readonly Destination[] = [
  { label: 'Members', href: '/members', Icon: Users, letter: 'm' },
  { label: 'API & webhooks', href: '/developers', Icon: CodeXml, letter: 'v' },
];

/** A destination whose URL keeps the current filters. */
export interface ShownDestination extends Destination {
  /** Whether it or a page below it is open. */
  current: boolean;
}

/** Returns the destinations of the navigation. */
export function useDestinations(): {
  projectPages: ShownDestination[];
  organizationPages: ShownDestination[];
} {
  const project = useCurrentProject();
  const pathname = usePathname();
  const filters = getFilterQuery(useSearchParams());
  const addState = (destination: Destination, query: string) => ({
    ...destination,
    href: destination.href + query,
    current: pathname === destination.href || pathname.startsWith(`${destination.href}/`),
  });
  return {
    projectPages: project ? listProjectDestinations(project.id).map((page) => addState(page, filters)) : [],
    organizationPages: organizationDestinations.map((page) => addState(page, '')),
  };
}

/** Returns the project in the URL, by default the organization's first project. */
export function useCurrentProject(): { id: string; name: string } | undefined {
  const { projectId } = useParams<{ projectId?: string }>();
  const projects = useShell()?.projects ?? [];
  return projects.find((project) => project.id === projectId) ?? projects[0];
}
