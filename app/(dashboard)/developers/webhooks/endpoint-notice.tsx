'use client';

import { useAction } from '#app/(dashboard)/use-action.ts';
import { Button } from '#components/ui/button';
import { Link } from '#components/ui/link';
import { Notice } from '#components/ui/notice';
import { defineMessages } from '#lib/core/messages';
import { dismissEndpointNoticesAction } from './actions';

interface EndpointNoticeProps {
  endpoints: readonly { id: string; label: string }[];
  /** Hours for which a delivery that is not sent is stored. */
  retentionHours: number;
}

const messages = defineMessages({
  disabled:
    '{endpoints, plural, one {The webhook endpoint {endpoint} was disabled} other {# webhook endpoints were disabled}} because every delivery failed for five days. New deliveries aren’t sent, but stored for {hours, plural, one {# hour} other {# hours}}. To send these deliveries, fix {endpoints, plural, one {the endpoint and enable it} other {the endpoints and enable them}} within that time.',
});

/** Says that webhook endpoints were disabled, until a member dismisses it. */
export function EndpointNotice({ endpoints, retentionHours }: EndpointNoticeProps) {
  const dismiss = useAction(dismissEndpointNoticesAction);
  const [first] = endpoints;
  return (
    <section aria-label="Disabled webhook endpoints" data-print="hide" className="px-4 pt-3 md:px-6">
      <Notice tone="warning">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="min-w-0 flex-1 basis-72 wrap-anywhere">
            {messages.disabled({
              endpoints: endpoints.length,
              endpoint: first?.label ?? '',
              hours: retentionHours,
            })}
            {dismiss.problem ? <span className="block text-danger">{dismiss.problem.message}</span> : null}
          </p>
          <span className="flex items-center gap-2">
            <Link href="/developers/webhooks" className="font-medium text-accent hover:underline">
              Review endpoints
            </Link>
            <Button
              kind="quiet"
              size="small"
              busy={dismiss.busy}
              onClick={() => dismiss.run({ endpointIds: endpoints.map(({ id }) => id) })}
            >
              Dismiss
            </Button>
          </span>
        </div>
      </Notice>
    </section>
  );
}
