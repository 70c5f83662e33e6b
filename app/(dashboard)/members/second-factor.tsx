'use client';

import { ConfirmButton } from '#components/overlays/dialog';
import { ErrorNotice } from '#components/ui/notice';
import { defineMessages } from '#lib/core/messages';
import { useAction } from '../use-action';
import { setSecondFactorRequiredAction } from './actions';

interface SecondFactorProps {
  isRequired: boolean;
  memberCount: number;
  /** Members without a second factor. */
  withoutCount: number;
  /** Reason why the member can't change it; null if they can. */
  denial: string | null;
}

const messages = defineMessages({
  withoutFactor:
    '{without, number} of {members, plural, one {# member} other {# members}} {without, plural, one {has} other {have}} none.',
});

/** Whether the organization requires a second factor of all members, which owners can change. */
export function SecondFactor({ isRequired, memberCount, withoutCount, denial }: SecondFactorProps) {
  const change = useAction(setSecondFactorRequiredAction);
  const label = isRequired ? 'Stop requiring a second factor' : 'Require a second factor';
  const missing = messages.withoutFactor({ without: withoutCount, members: memberCount });
  return (
    <div className="flex max-w-2xl flex-col items-start gap-4">
      <ErrorNotice problem={change.problem} />
      <p className="text-muted">
        {isRequired
          ? 'Required. Members without an authenticator app or a passkey see nothing of this organization until they set one up.'
          : 'Not required. Members can sign in with their password or an identity provider alone.'}{' '}
        {missing}
      </p>
      <ConfirmButton
        label={label}
        title={`${label}?`}
        confirmLabel={label}
        denial={denial}
        size="medium"
        kind="secondary"
        busy={change.busy}
        onConfirm={() => change.run({ isRequired: !isRequired })}
      >
        {isRequired
          ? 'Members can then open this organization with their password alone.'
          : `Members without an authenticator app or a passkey lose access until they set one up. ${missing} API keys keep working. All members get an email.`}
      </ConfirmButton>
    </div>
  );
}
