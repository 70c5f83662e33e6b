import type { ReactNode } from 'react';

interface OutsideLinkProps {
  url: string;
  children: ReactNode;
}

/** A way to a stranger's page, told nothing of where it was followed; only words where there is no real page. */
export function OutsideLink({ url, children }: OutsideLinkProps) {
  const host = /^https?:/i.test(url) ? (URL.parse(url)?.hostname ?? '') : '';
  // `.example` is reserved and never real (RFC 2606): the fictional market lives there.
  if (host === '' || host === 'example' || host.endsWith('.example')) return children;
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer noopener nofollow"
      className="text-accent underline decoration-accent/40 underline-offset-2 hover:text-accent-strong"
    >
      {children}
    </a>
  );
}
