import { Page } from '#components/layout/page';
import { EmptyState } from '#components/ui/notice';

interface NoAccessProps {
  title: string;
  /** Reason why the member can't see the page. */
  reason: string;
}

/** Replaces a page that the member can't see. */
export function NoAccess({ title, reason }: NoAccessProps) {
  return (
    <Page title={title}>
      <EmptyState kind="none" title="No access">
        {reason}
      </EmptyState>
    </Page>
  );
}
