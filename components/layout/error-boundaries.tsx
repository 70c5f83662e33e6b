'use client';

import { catchError, type ErrorInfo } from 'next/error';
import { useEffect } from 'react';
import { Page } from '#components/layout/page';
import { PageFailed } from '#components/layout/page-failed';
import { reportPageError } from '#components/layout/report-error';
import { useToast } from '#components/overlays/toast';

/** Shows in place of a failed page what to do, inside the layout, so that the navigation stays usable. */
export const PageErrorBoundary = catchError(function FailedPage(_props: object, failure: ErrorInfo) {
  return (
    <Page title="This page couldn’t be loaded">
      <PageFailed {...failure} />
    </Page>
  );
});

/** Leaves out an optional part of the layout that fails, such as a notice, and reports the error. */
export const OptionalPart = catchError(function FailedPart(_props: object, { error }: ErrorInfo) {
  useEffect(() => {
    reportPageError(error);
  }, [error]);
  return null;
});

/** Closes a dialog or panel that fails, says so, and reports the error. */
export const PanelErrorBoundary = catchError(function FailedPanel(
  { onClose }: { onClose: () => void },
  { error, reset }: ErrorInfo,
) {
  const toast = useToast();
  useEffect(() => {
    reportPageError(error);
    toast({ title: 'This didn’t open', description: 'Reload the page and try again.' });
    onClose();
    reset();
  }, [error, toast, onClose, reset]);
  return null;
});
