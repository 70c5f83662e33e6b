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

export interface Destination {
  label: string;
  href: string;
  Icon: LucideIcon;
  /** Pressed after "g", it leads there. Each stands once. */
  letter: string;
}

/** The pages of a project, in the order of use. */
export function projectDestinations(projectId: string): Destination[] {
  const base = `/projects/${projectId}`;
  return [
    { label: 'Overview', href: `${base}/overview`, Icon: Gauge, letter: 'o' },
    { label: 'Prompts', href: `${base}/prompts`, Icon: MessagesSquare, letter: 'p' },
    { label: 'Answers', href: `${base}/answers`, Icon: ScrollText, letter: 'a' },
    { label: 'Sources', href: `${base}/sources`, Icon: Quote, letter: 's' },
    { label: 'Competitors', href: `${base}/competitors`, Icon: Swords, letter: 'c' },
    { label: 'Fan-out', href: `${base}/fan-out`, Icon: Split, letter: 'f' },
    { label: 'Experiments', href: `${base}/experiments`, Icon: FlaskConical, letter: 'e' },
    { label: 'Schedule', href: `${base}/schedule`, Icon: CalendarClock, letter: 'd' },
    { label: 'Runs', href: `${base}/runs`, Icon: PlayCircle, letter: 'r' },
    { label: 'Brands', href: `${base}/settings`, Icon: Building2, letter: 'b' },
  ];
}

/** The pages of the organization. */
export const organizationDestinations: readonly Destination[] = [
  { label: 'Members', href: '/members', Icon: Users, letter: 'm' },
  { label: 'Developers', href: '/developers', Icon: CodeXml, letter: 'v' },
];
