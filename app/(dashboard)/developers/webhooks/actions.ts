'use server';

import { createAction } from '#app/(dashboard)/create-action.ts';
import {
  disableWebhookSigning,
  enableWebhookSigning,
  rotateWebhookSigning,
} from '#lib/registry/service-access';
import { resendDelivery } from '#lib/service/webhooks/deliveries';
import { dismissEndpointNotices, enableEndpoint } from '#lib/service/webhooks/endpoints';
import { recoverDeliveries } from '#lib/service/webhooks/recover-deliveries';
import { sendTestEvent } from '#lib/service/webhooks/send-test-event';
import { endSigningOverlap } from '#lib/service/webhooks/signing';

const getWebhooksPath = () => '/developers/webhooks';

/** Enables webhook signing. @returns the signing secret, which is shown only once */
export const enableSigningAction = createAction(
  async (context) => (await enableWebhookSigning(context)).secret,
  getWebhooksPath,
);

/** Replaces the signing secret. @returns the new one, which is shown only once */
export const rotateSigningAction = createAction(
  async (context, input: { overlapDays: number }) => (await rotateWebhookSigning(context, input)).secret,
  getWebhooksPath,
);

export const disableSigningAction = createAction(disableWebhookSigning, getWebhooksPath);

/** Stops signing with the previous secret before its overlap ends. */
export const endOverlapAction = createAction(endSigningOverlap, getWebhooksPath);

/** Enables an endpoint and, with `recoverSince`, sends the deliveries that failed or were not sent since then. */
export const enableEndpointAction = createAction(
  async (context, { endpointId, recoverSince }: { endpointId: string; recoverSince?: Date }) => {
    await enableEndpoint(context, { endpointId });
    if (recoverSince === undefined) return null;
    return recoverDeliveries(context, { endpointId, since: recoverSince });
  },
  getWebhooksPath,
);

/** Closes the notice about disabled endpoints, which every page shows. */
export const dismissEndpointNoticesAction = createAction(dismissEndpointNotices, () => '/');
export const resendDeliveryAction = createAction(resendDelivery, getWebhooksPath);
export const recoverDeliveriesAction = createAction(recoverDeliveries, getWebhooksPath);
export const sendTestEventAction = createAction(sendTestEvent, getWebhooksPath);
