'use client';

import { usePathname } from 'next/navigation';
import { classes } from '#components/ui/classes';
import { Link } from '#components/ui/link';

const links = [
  { label: 'API keys', href: '/developers' },
  { label: 'Webhooks', href: '/developers/webhooks' },
  { label: 'MCP', href: '/developers/mcp' },
  { label: 'Playground', href: '/developers/playground' },
  { label: 'Providers', href: '/developers/engines' },
  { label: 'Usage', href: '/developers/usage' },
  { label: 'Requests', href: '/developers/requests' },
];

/** Tabs of the API pages. */
export function DeveloperNav() {
  const pathname = usePathname();
  const isCurrent = (href: string) =>
    pathname === href || (href !== '/developers' && pathname.startsWith(`${href}/`));
  return (
    <nav aria-label="API & webhooks" className="mb-6 flex flex-wrap gap-1">
      {links.map(({ label, href }) => (
        <Link
          key={href}
          href={href}
          aria-current={pathname === href ? 'page' : isCurrent(href) || undefined}
          className={classes(
            'flex h-8 items-center rounded-lg px-3 font-medium',
            isCurrent(href)
              ? 'bg-accent-soft text-accent-strong'
              : 'text-muted hover:bg-sunken hover:text-ink',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
