'use client';

import { AuthPage } from '#components/auth/auth-page';
import { PageFailed } from '#components/layout/page-failed';

/** Shown when a page fails that stands in no frame, or the frame itself. */
export default function ErrorPage(failure: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <AuthPage title="This page could not be shown">
      <PageFailed {...failure} />
    </AuthPage>
  );
}
