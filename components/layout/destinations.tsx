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
import { labelProjectPage, type ProjectPage } from '#lib/format/project-pages';

export interface Destination {
  label: string;
  href: string;
  Icon: LucideIcon;
  /** The shortcut is "g" and this letter. Unique. */
  letter: string;
}

/** The pages of a project by URL segment, in the order of the navigation. */
const projectPages: Readonly<Record<ProjectPage, { Icon: LucideIcon; letter: string }>> = {
  overview: { Icon: Gauge, letter: 'o' },
  prompts: { Icon: MessagesSquare, letter: 'p' },
  answers: { Icon: ScrollText, letter: 'a' },
  sources: { Icon: Quote, letter: 's' },
  competitors: { Icon: Swords, letter: 'c' },
  'fan-out': { Icon: Split, letter: 'f' },
  experiments: { Icon: FlaskConical, letter: 'e' },
  reports: { Icon: FileText, letter: 't' },
  alerts: { Icon: Bell, letter: 'l' },
  schedule: { Icon: CalendarClock, letter: 'd' },
  runs: { Icon: PlayCircle, letter: 'r' },
  brands: { Icon: Building2, letter: 'b' },
};

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
      ? Object.entries(projectPages).map(([page, destination]) =>
          toNavItem(
            { ...destination, label: labelProjectPage(page), href: `/projects/${project.id}/${page}` },
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
