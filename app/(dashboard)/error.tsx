'use client';

import { Page } from '#components/layout/page';
import { PageFailed } from '#components/layout/page-failed';

/** Error page with the navigation. */
export default function DashboardErrorPage(failure: {
  error: Error & { digest?: string };
  retry: () => void;
}) {
  return (
    <Page title="This page couldn’t be loaded">
      <PageFailed {...failure} />
    </Page>
  );
}
