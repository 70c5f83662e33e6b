'use server';

import { createAction, createProjectEditAction } from '#app/(dashboard)/create-action.ts';
import {
  createAlert,
  createRecommendedAlerts,
  deleteAlert,
  editAlert,
  setAlertPaused,
} from '#lib/dashboard/alerts/alerts';
import {
  createChannel,
  deleteChannel,
  rotateChannelSecret,
  setQuietHours,
} from '#lib/dashboard/alerts/messages/channels';
import { resendConfirmation, sendTestMessage } from '#lib/dashboard/alerts/messages/send-test-message';
import { previewAlert } from '#lib/dashboard/alerts/preview-alert';

export const createAlertAction = createProjectEditAction(createAlert);
export const editAlertAction = createProjectEditAction(editAlert);

/** Returns how often an alert would have been raised in the last 90 days. */
export const previewAlertAction = createAction(previewAlert);

export const createRecommendedAlertsAction = createProjectEditAction(createRecommendedAlerts);
export const setAlertPausedAction = createProjectEditAction(setAlertPaused);
export const deleteAlertAction = createProjectEditAction(deleteAlert);

/** Creates a channel. @returns its ID, and as `secret` the signing secret of a webhook, which is shown once, or null for other channels */
export const createChannelAction = createProjectEditAction(createChannel);
export const setQuietHoursAction = createProjectEditAction(setQuietHours);

/** Replaces the signing secret of a webhook. @returns the new one, which is shown only once */
export const rotateChannelSecretAction = createProjectEditAction(
  async (context, input: { projectId: string; channelId: string; overlapDays: number }) =>
    (await rotateChannelSecret(context, input)).secret,
);

export const deleteChannelAction = createProjectEditAction(deleteChannel);
export const sendTestMessageAction = createProjectEditAction(sendTestMessage);

/** Asks the recipient of a channel again to confirm the address. */
export const resendConfirmationAction = createProjectEditAction(resendConfirmation);
