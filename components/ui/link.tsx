'use client';

// biome-ignore lint/style/noRestrictedImports: the only place that imports it
import NextLink from 'next/link';
import { type ComponentProps, useState } from 'react';

/**
 * A link to a page of the product, which is prefetched once a pointer reaches it. With `prefetch={false}`, it never is.
 *
 * Next.js would prefetch every link in view: about 15 per page of the dashboard, which was a quarter of the processor
 * time of opening one.
 */
export function Link({ prefetch, ...link }: Omit<ComponentProps<typeof NextLink>, 'onPointerEnter'>) {
  const [isReached, setReached] = useState(false);
  return (
    <NextLink
      {...link}
      prefetch={isReached ? prefetch : false}
      onPointerEnter={isReached ? undefined : () => setReached(true)}
    />
  );
}
