'use client';

import { Button } from '#components/ui/button';
import { ErrorNotice, Notice } from '#components/ui/notice';
import { formatDate } from '#lib/core/dates';
import { restoreOrganizationAction } from './organization/actions';
import { useAction } from './use-action';

interface DeletionBannerProps {
  deletesAt: Date;
  canRestore: boolean;
}

/** Shows on every page that the organization is scheduled for deletion. */
export function DeletionBanner({ deletesAt, canRestore }: DeletionBannerProps) {
  const restore = useAction(restoreOrganizationAction);
  return (
    <div data-print="hide" className="mx-auto flex max-w-[1440px] flex-col gap-2 px-4 pt-4 md:px-6">
      <Notice tone="warning">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p>
            This organization will be deleted on {formatDate(deletesAt)}. Until then it can’t be changed, and
            its schedules, API keys and share links don’t work.{' '}
            {canRestore ? null : 'An owner can restore it.'}
          </p>
          {canRestore ? (
            <Button size="small" busy={restore.busy} onClick={() => restore.run()}>
              Restore organization
            </Button>
          ) : null}
        </div>
      </Notice>
      <ErrorNotice problem={restore.problem} />
    </div>
  );
}
