'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button';
import type { Subscription } from '#lib/dashboard/subscriptions/subscriptions';
import { SubscriptionForm } from './subscription-form';
import { SubscriptionItem } from './subscription-item';

interface SubscriptionPanelProps {
  projectId: string;
  reportId: string;
  /** The time zone of the project's days. */
  projectTimeZone: string;
  subscriptions: readonly Subscription[];
  noPdfReason: string | null;
}

/** The subscriptions of a report, or the form that adds or edits one. */
export function SubscriptionPanel({ subscriptions, noPdfReason, ...ids }: SubscriptionPanelProps) {
  const [edited, setEdited] = useState<Subscription | 'new' | null>(
    subscriptions.length === 0 ? 'new' : null,
  );
  if (edited) {
    return (
      <SubscriptionForm
        {...ids}
        noPdfReason={noPdfReason}
        subscription={edited === 'new' ? null : edited}
        onClose={() => setEdited(null)}
      />
    );
  }
  return (
    <>
      {subscriptions.length === 0 ? (
        <p className="text-muted">No subscriptions yet.</p>
      ) : (
        <ul className="divide-y border-y">
          {subscriptions.map((subscription) => (
            <SubscriptionItem
              key={subscription.id}
              {...ids}
              subscription={subscription}
              onEdit={() => setEdited(subscription)}
            />
          ))}
        </ul>
      )}
      <Button kind="primary" className="self-end" onClick={() => setEdited('new')}>
        Add subscription
      </Button>
    </>
  );
}
