import { Page } from '#components/layout/page';
import { EmptyState } from '#components/ui/notice';

/** Replaces a webhook page for viewers. */
export function NoWebhookAccess({ title }: { title: string }) {
  return (
    <Page title={title}>
      <EmptyState kind="none" title="No access">
        Viewers can’t see webhooks. Ask an owner or admin to change your role.
      </EmptyState>
    </Page>
  );
}
