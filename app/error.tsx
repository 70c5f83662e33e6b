'use client';

import { AuthPage } from '#components/auth/auth-page';
import { PageFailed } from '#components/layout/page-failed';

/** Error page without the navigation. */
export default function ErrorPage(failure: { error: unknown; retry: () => void }) {
  return (
    <AuthPage title="This page couldn’t be loaded">
      <PageFailed {...failure} />
    </AuthPage>
  );
}
