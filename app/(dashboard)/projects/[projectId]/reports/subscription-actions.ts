'use server';

import { getEnv } from '#lib/core/env';
import {
  deleteSubscription,
  saveSubscription,
  setSubscriptionPaused,
} from '#lib/dashboard/subscriptions/subscriptions';
import { sendTestReport } from '#lib/report-emails/send-test-report';
import { createProjectEdit } from '../../../create-action';

export const saveSubscriptionAction = createProjectEdit(saveSubscription);
export const setSubscriptionPausedAction = createProjectEdit(setSubscriptionPaused);
export const deleteSubscriptionAction = createProjectEdit(deleteSubscription);

/** Sends the email of a subscription to the member who requests it. @returns the member's address */
export const sendTestReportAction = createProjectEdit(
  (context, input: Parameters<typeof sendTestReport>[1]) => sendTestReport(context, input, getEnv()),
);
