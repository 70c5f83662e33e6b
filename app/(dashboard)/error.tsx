'use client';

import { Page } from '#components/layout/page';
import { PageFailed } from '#components/layout/page-failed';

/** Shown in place of a page that fails; the navigation around it stays. */
export default function DashboardErrorPage(failure: {
  error: Error & { digest?: string };
  retry: () => void;
}) {
  return (
    <Page title="This page could not be shown">
      <PageFailed {...failure} />
    </Page>
  );
}
