'use server';

import {
  type AlertInput,
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
  sendTestMessage,
  setQuietHours,
} from '#lib/dashboard/alerts/messages/channels';
import { previewAlert } from '#lib/dashboard/alerts/preview-alert';
import { createAction, createProjectEditAction } from '../../../create-action';

interface SaveAlertInput {
  projectId: string;
  /** Null creates an alert. */
  alertId: string | null;
  alert: AlertInput;
}

export const saveAlertAction = createProjectEditAction(
  async (context, { alertId, ...input }: SaveAlertInput) => {
    if (alertId === null) await createAlert(context, input);
    else await editAlert(context, { ...input, alertId });
  },
);

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
