'use client';

import { Button } from '#components/ui/button';
import { ErrorNotice } from '#components/ui/notice';
import { useAction } from '../use-action';
import { authorizeExportAction } from './actions';

/** Downloads the export of the organization. */
export function ExportButton() {
  const authorize = useAction(authorizeExportAction, () => window.location.assign('/organization/export'));
  return (
    <>
      <ErrorNotice problem={authorize.problem} className="mb-4" />
      <Button busy={authorize.busy} onClick={() => authorize.run()}>
        Export data
      </Button>
    </>
  );
}
