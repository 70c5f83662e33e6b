'use client';

import { usePathname } from 'next/navigation';
import { classes } from '#components/ui/classes';
import { Link } from '#components/ui/link';
import type { ReferenceGroup } from '#lib/contract/openapi/reference';

/** The list of all endpoints by tag. */
export function ReferenceNav({ groups }: { groups: readonly ReferenceGroup[] }) {
  const pathname = usePathname();
  const renderLink = (href: string, label: string, method = '') => (
    <Link
      href={href}
      prefetch={false}
      aria-current={pathname === href ? 'page' : undefined}
      className={classes(
        'flex min-h-8 items-baseline gap-2 rounded-md px-2 py-1.5 text-sm wrap-anywhere',
        pathname === href ? 'bg-pressed text-ink' : 'text-muted hover:bg-pressed/60 hover:text-ink',
      )}
    >
      {method === '' ? null : <span className="w-12 shrink-0 font-mono text-xs">{method}</span>}
      {label}
    </Link>
  );
  return (
    <nav aria-label="API reference" className="flex flex-col gap-5">
      <ul>
        <li>{renderLink('/reference', 'Introduction')}</li>
        <li>{renderLink('/reference/webhooks', 'Webhooks')}</li>
      </ul>
      {groups.map(({ tag, entries }) => (
        <section key={tag} aria-label={tag}>
          <p className="px-2 pb-1 text-xs text-faint">{tag}</p>
          <ul>
            {entries.map(({ id, method, path }) => (
              <li key={id}>{renderLink(`/reference/${id}`, path.replace('/v1', ''), method)}</li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
