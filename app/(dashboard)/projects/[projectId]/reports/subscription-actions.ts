'use server';

import { createProjectEditAction } from '#app/(dashboard)/create-action.ts';
import {
  createSubscription,
  deleteSubscription,
  editSubscription,
  setSubscriptionPaused,
} from '#lib/dashboard/subscriptions/subscriptions';
import { sendTestReport } from '#lib/report-emails/send-test-report';

export const createSubscriptionAction = createProjectEditAction(createSubscription);
export const editSubscriptionAction = createProjectEditAction(editSubscription);
export const setSubscriptionPausedAction = createProjectEditAction(setSubscriptionPaused);
export const deleteSubscriptionAction = createProjectEditAction(deleteSubscription);

/** Sends the email of a subscription to the member who requests it. @returns the member's address */
export const sendTestReportAction = createProjectEditAction(sendTestReport);
