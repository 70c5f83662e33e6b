import { Page } from '#components/layout/page';
import { EmptyState } from '#components/ui/notice';
import { explainPermission } from '#lib/core/permissions';

/** Replaces a webhook page for viewers. */
export function NoWebhookAccess({ title }: { title: string }) {
  return (
    <Page title={title}>
      <EmptyState kind="none" title="No access">
        {explainPermission('webhooks.read')}
      </EmptyState>
    </Page>
  );
}
