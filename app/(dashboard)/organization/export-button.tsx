'use client';

import { Button } from '#components/ui/button';
import { ErrorNotice } from '#components/ui/notice';
import { useAction } from '../use-action';
import { startExportAction } from './actions';

/** Downloads the export of the organization. */
export function ExportButton() {
  const start = useAction(startExportAction, () => window.location.assign('/organization/export'));
  return (
    <>
      <ErrorNotice problem={start.problem} className="mb-4" />
      <Button busy={start.busy} onClick={() => start.run()}>
        Export data
      </Button>
    </>
  );
}
