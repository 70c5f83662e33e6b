import { X } from 'lucide-react';
import Link from 'next/link';

/** A filter of the list in force, with a cross that takes it away. */
export function RemovableLink({ href, children }: { href: string; children: string }) {
  return (
    <Link
      href={href}
      scroll={false}
      aria-label={`Remove filter ${children}`}
      className="inline-flex h-7 items-center gap-1.5 rounded-md bg-accent-soft px-2.5 text-xs font-medium text-accent-strong hover:text-ink"
    >
      {children}
      <X aria-hidden className="size-3.5" />
    </Link>
  );
}
