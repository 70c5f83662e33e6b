'use client';

import { useShell } from '#components/layout/shell-context';
import { Button } from '#components/ui/button';
import { ErrorNotice } from '#components/ui/notice';
import { useAction } from '../use-action';
import { authorizeExportAction } from './actions';

interface ExportButtonProps {
  /** Reason why the member can't export the organization; null if they can. */
  denial: string | null;
}

/** Downloads the export of the organization. */
export function ExportButton({ denial }: ExportButtonProps) {
  const organizationId = useShell()?.organization.id;
  const authorize = useAction(authorizeExportAction, () =>
    window.location.assign(`/organization/export?organization=${organizationId}`),
  );
  return (
    <>
      <ErrorNotice problem={authorize.problem} className="mb-4" />
      <Button denial={denial} busy={authorize.busy} onClick={() => authorize.run()}>
        Export data
      </Button>
    </>
  );
}
