import {
  Building2,
  CalendarClock,
  CodeXml,
  Gauge,
  type LucideIcon,
  MessagesSquare,
  PlayCircle,
  ScrollText,
  Users,
} from 'lucide-react';

export interface Destination {
  label: string;
  href: string;
  Icon: LucideIcon;
}

/** The pages of a project, in the order of use. */
export function projectDestinations(projectId: string): Destination[] {
  const base = `/projects/${projectId}`;
  return [
    { label: 'Overview', href: `${base}/overview`, Icon: Gauge },
    { label: 'Answers', href: `${base}/answers`, Icon: ScrollText },
    { label: 'Prompts', href: `${base}/prompts`, Icon: MessagesSquare },
    { label: 'Schedule', href: `${base}/schedule`, Icon: CalendarClock },
    { label: 'Runs', href: `${base}/runs`, Icon: PlayCircle },
    { label: 'Brands', href: `${base}/settings`, Icon: Building2 },
  ];
}

/** The pages of the organization. */
export const organizationDestinations: readonly Destination[] = [
  { label: 'Members', href: '/members', Icon: Users },
  { label: 'Developers', href: '/developers', Icon: CodeXml },
];

/** Whether an address lies at or below a destination. */
export function isAt(pathname: string, href: string): boolean {
  return pathname === href || pathname.startsWith(`${href}/`);
}
