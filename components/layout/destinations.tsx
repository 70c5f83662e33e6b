'use client';

import {
  Bell,
  Building2,
  CalendarClock,
  CodeXml,
  FileText,
  FlaskConical,
  Gauge,
  type LucideIcon,
  MessagesSquare,
  PlayCircle,
  Quote,
  ScrollText,
  Settings,
  Split,
  Swords,
  Users,
} from 'lucide-react';
import { useParams, usePathname } from 'next/navigation';
import { useShell } from '#components/layout/shell-context';
import { useUrlQuery } from '#components/ui/links';
import { getFilterQuery } from '#lib/contract/filters/page-filters';
import { type ProjectPage, projectPageLabels } from '#lib/format/project-pages';

export interface Destination {
  label: string;
  href: string;
  Icon: LucideIcon;
  /** The shortcut is "g" and this letter. Unique. */
  letter: string;
}

const projectPages: readonly { page: ProjectPage; Icon: LucideIcon; letter: string }[] = [
  { page: 'overview', Icon: Gauge, letter: 'o' },
  { page: 'prompts', Icon: MessagesSquare, letter: 'p' },
  { page: 'answers', Icon: ScrollText, letter: 'a' },
  { page: 'sources', Icon: Quote, letter: 's' },
  { page: 'competitors', Icon: Swords, letter: 'c' },
  { page: 'fan-out', Icon: Split, letter: 'f' },
  { page: 'experiments', Icon: FlaskConical, letter: 'e' },
  { page: 'reports', Icon: FileText, letter: 't' },
  { page: 'alerts', Icon: Bell, letter: 'l' },
  { page: 'schedule', Icon: CalendarClock, letter: 'd' },
  { page: 'runs', Icon: PlayCircle, letter: 'r' },
  { page: 'brands', Icon: Building2, letter: 'b' },
];

const organizationDestinations: readonly Destination[] = [
  { label: 'Members', href: '/members', Icon: Users, letter: 'm' },
  { label: 'API & webhooks', href: '/developers', Icon: CodeXml, letter: 'v' },
  { label: 'Settings', href: '/organization', Icon: Settings, letter: 'n' },
];

/** A destination. URLs of project pages keep the current filters. */
export interface NavItem extends Destination {
  /** True if the destination or a page below it is open. */
  current: boolean;
}

/** Returns the destinations of the navigation. */
export function useDestinations(): {
  projectPages: NavItem[];
  organizationPages: NavItem[];
} {
  const project = useCurrentProject();
  const pathname = usePathname();
  const filterQuery = getFilterQuery(new URLSearchParams(useUrlQuery().query));
  const toNavItem = (destination: Destination, query: string) => ({
    ...destination,
    href: destination.href + query,
    current: pathname === destination.href || pathname.startsWith(`${destination.href}/`),
  });
  return {
    projectPages: project
      ? projectPages.map(({ page, ...destination }) =>
          toNavItem(
            { ...destination, label: projectPageLabels[page], href: `/projects/${project.id}/${page}` },
            filterQuery,
          ),
        )
      : [],
    organizationPages: organizationDestinations.map((page) => toNavItem(page, '')),
  };
}

/** Returns the project in the URL, by default the organization's first project. */
export function useCurrentProject(): { id: string; name: string } | undefined {
  const { projectId } = useParams<{ projectId?: string }>();
  const projects = useShell()?.projects ?? [];
  return projects.find((project) => project.id === projectId) ?? projects[0];
}
