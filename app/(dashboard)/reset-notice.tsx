'use client';

import { Button } from '#components/ui/button';
import { ErrorNotice, Notice } from '#components/ui/notice';
import { dismissResetNoticeAction } from './account/actions';
import { useAction } from './use-action';

/** Says what the last password reset ended, until the user dismisses it. */
export function ResetNotice({ sentences }: { sentences: readonly string[] }) {
  const dismiss = useAction(dismissResetNoticeAction);
  return (
    <div data-print="hide" className="mx-auto flex max-w-[1440px] flex-col gap-2 px-4 pt-4 md:px-6">
      <Notice tone="warning">
        <p>
          You reset your password. Before, the email address of your account was not verified, so somebody
          else may have created the account. What it had set up has ended:
        </p>
        <ul className="my-2 list-disc pl-5">
          {sentences.map((sentence) => (
            <li key={sentence} className="wrap-anywhere">
              {sentence}
            </li>
          ))}
        </ul>
        <p className="mb-2">If it was you, invite the members again and create new API keys.</p>
        <Button size="small" busy={dismiss.busy} onClick={() => dismiss.run()}>
          Dismiss
        </Button>
      </Notice>
      <ErrorNotice problem={dismiss.problem} />
    </div>
  );
}
