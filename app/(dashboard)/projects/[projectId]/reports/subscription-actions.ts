'use server';

import { getEnv } from '#lib/core/env';
import {
  deleteSubscription,
  saveSubscription,
  setSubscriptionPaused,
} from '#lib/dashboard/subscriptions/subscriptions';
import { sendTestReport } from '#lib/report-emails/send-test-report';
import { createProjectEditAction } from '../../../create-action';

export const saveSubscriptionAction = createProjectEditAction(saveSubscription);
export const setSubscriptionPausedAction = createProjectEditAction(setSubscriptionPaused);
export const deleteSubscriptionAction = createProjectEditAction(deleteSubscription);

/** Sends the email of a subscription to the member who requests it. @returns the member's address */
export const sendTestReportAction = createProjectEditAction(
  (context, input: Parameters<typeof sendTestReport>[1]) => sendTestReport(context, input, getEnv()),
);
