'use client';

import { ConfirmButton } from '#components/overlays/dialog';
import { TableView } from '#components/sections/table-view';
import { Button } from '#components/ui/button';
import { Chip } from '#components/ui/chip';
import { ErrorNotice } from '#components/ui/notice';
import { sessionsTable } from '#lib/contract/tables/account';
import type { UserSession } from '#lib/service/users/sessions';
import { useAction } from '../use-action';
import { endOtherSessionsAction, endSessionAction } from './actions';

interface ListedSession extends Omit<UserSession, 'userAgent'> {
  browser: string;
  isCurrent: boolean;
}

/** The browsers that are signed in. All except this browser have a button that signs them out. */
export function SessionTable({ sessions }: { sessions: readonly ListedSession[] }) {
  const end = useAction(endSessionAction);
  const endOthers = useAction(endOtherSessionsAction);
  return (
    <>
      <ErrorNotice problem={end.problem ?? endOthers.problem} />
      <TableView
        table={sessionsTable}
        rows={sessions}
        getKey={({ id }) => id}
        views={{
          browser: {
            className: 'min-w-32',
            cell: ({ browser, isCurrent }) => (
              <>
                {browser} {isCurrent ? <Chip>This browser</Chip> : null}
              </>
            ),
          },
          ipAddress: { className: 'text-muted tabular-nums' },
        }}
        actions={({ id, browser, isCurrent }) =>
          isCurrent ? null : (
            <Button
              kind="quiet"
              size="small"
              busy={end.busy}
              aria-label={`Sign out ${browser}`}
              onClick={() => end.run({ id })}
            >
              Sign out
            </Button>
          )
        }
      />
      {sessions.length > 1 ? (
        <p className="mt-3">
          <ConfirmButton
            label="Sign out all other browsers"
            title="Sign out all other browsers?"
            confirmLabel="Sign out"
            busy={endOthers.busy}
            onConfirm={() => endOthers.run()}
          >
            Anyone who knows your password can sign in again. If you don’t recognize one of the browsers,
            change your password instead.
          </ConfirmButton>
        </p>
      ) : null}
    </>
  );
}
