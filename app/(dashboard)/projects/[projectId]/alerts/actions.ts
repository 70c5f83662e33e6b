'use server';

import {
  type AlertInput,
  createAlert,
  createRecommendedAlerts,
  deleteAlert,
  editAlert,
  pauseAlert,
} from '#lib/dashboard/alerts/alerts';
import {
  createChannel,
  deleteChannel,
  rotateChannelSecret,
  sendTestMessage,
  setQuietHours,
} from '#lib/dashboard/alerts/messages/channels';
import { previewAlert } from '#lib/dashboard/alerts/preview-alert';
import { createAction, createProjectEdit } from '../../../create-action';

interface SaveAlertInput {
  projectId: string;
  /** Null creates an alert. */
  alertId: string | null;
  alert: AlertInput;
}

export const saveAlertAction = createProjectEdit(async (context, { alertId, ...input }: SaveAlertInput) => {
  if (alertId === null) await createAlert(context, input);
  else await editAlert(context, { ...input, alertId });
});

/** Returns how often an alert would have been raised in the last 90 days. */
export const previewAlertAction = createAction(previewAlert);

export const createRecommendedAlertsAction = createProjectEdit(createRecommendedAlerts);
export const pauseAlertAction = createProjectEdit(pauseAlert);
export const deleteAlertAction = createProjectEdit(deleteAlert);

/** @returns the signing secret of a webhook, which is shown once; otherwise null */
export const createChannelAction = createProjectEdit(createChannel);
export const setQuietHoursAction = createProjectEdit(setQuietHours);
export const rotateChannelSecretAction = createProjectEdit(rotateChannelSecret);
export const deleteChannelAction = createProjectEdit(deleteChannel);
export const sendTestMessageAction = createProjectEdit(sendTestMessage);
