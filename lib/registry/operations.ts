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
import { addNote, deleteNote, editNote } from '#lib/dashboard/annotations/annotations';
import { addCompetitor, removeBrand, updateBrand } from '#lib/dashboard/brands/edit-brands';
import { exploreDemo } from '#lib/dashboard/demo/ensure-demo';
import { createExperiment, deleteExperiment, editExperiment } from '#lib/dashboard/experiments/experiments';
import { onboardProject } from '#lib/dashboard/onboarding/onboard-project';
import { askPrompt } from '#lib/dashboard/playground/ask-prompt';
import { sendPlaygroundRequest } from '#lib/dashboard/playground/send-playground-request';
import { createProject, deleteProject } from '#lib/dashboard/projects/project';
import { setDomainType } from '#lib/dashboard/projects/set-domain-type';
import { addPrompts, archivePrompts, rewordPrompt, updatePrompts } from '#lib/dashboard/prompts/edit-prompts';
import { importPrompts } from '#lib/dashboard/prompts/import-prompts';
import { saveBranding } from '#lib/dashboard/reports/branding';
import {
  createReportFromTemplate,
  duplicateReport,
  getOrCreateOverviewReport,
} from '#lib/dashboard/reports/create-report';
import { unfreezeReport } from '#lib/dashboard/reports/freeze-report';
import { createReport, deleteReport, saveReport } from '#lib/dashboard/reports/reports';
import { setTimeZone } from '#lib/dashboard/rescoring/set-time-zone';
import { saveBudgets } from '#lib/dashboard/runs/budgets';
import { retryItems } from '#lib/dashboard/runs/failed-items';
import { runNow } from '#lib/dashboard/runs/run-now';
import { deleteView, renameView, saveView } from '#lib/dashboard/saved-views/saved-views';
import { saveSchedule } from '#lib/dashboard/schedules/save-schedule';
import { disableClassifier, retryClassifier } from '#lib/dashboard/sentiment/classifier';
import { labelSentence } from '#lib/dashboard/sentiment/label-sentences';
import { editShare } from '#lib/dashboard/shares/edit-share';
import { createShare, pauseShare, resumeShare, revokeShare } from '#lib/dashboard/shares/shares';
import {
  createSubscription,
  deleteSubscription,
  editSubscription,
  setSubscriptionPaused,
} from '#lib/dashboard/subscriptions/subscriptions';
import type { Context } from '#lib/db/context';
import type { PublicDefinition } from '#lib/operations/define-operation';
import { enableModelClassifier } from '#lib/registry/enable-classifier';
import { freezeReport } from '#lib/registry/freeze-report';
import { readOperations } from '#lib/registry/read-operations';
import {
  disableWebhookSigning,
  enableWebhookSigning,
  replaceDashboardKey,
  rotateWebhookSigning,
} from '#lib/registry/service-access';
import { sendTestReport } from '#lib/report-emails/send-test-report';
import { createApiKey, revokeApiKey, rotateApiKey } from '#lib/service/api-keys/api-keys';
import { inviteMember, renewInvitation, revokeInvitation } from '#lib/service/members/invitations';
import {
  changeMemberRole,
  leaveOrganization,
  removeMember,
  transferOwnership,
} from '#lib/service/members/members';
import { restoreOrganization, scheduleDeletion } from '#lib/service/organizations/deletion';
import { renameOrganization } from '#lib/service/organizations/organizations';
import { setSecondFactorRequired } from '#lib/service/organizations/second-factor';
import { saveProviderKeys } from '#lib/service/provider-keys/check-provider-keys';
import { removeProviderKeys } from '#lib/service/provider-keys/provider-keys';
import { clearQueue } from '#lib/service/tasks/queue';
import { resendDelivery } from '#lib/service/webhooks/deliveries';
import { dismissEndpointNotices, enableEndpoint } from '#lib/service/webhooks/endpoints';
import { recoverDeliveries } from '#lib/service/webhooks/recover-deliveries';
import { sendTestEvent } from '#lib/service/webhooks/send-test-event';
import { endSigningOverlap } from '#lib/service/webhooks/signing';

/** An operation of any input and result. */
export interface AnyOperation {
  (context: Context, input: never): Promise<unknown>;
  readonly definition: PublicDefinition;
}

/** Every operation in an organization, by the name of its function. Commands and tests read them here. */
export const operations = {
  ...readOperations,
  addCompetitor,
  addNote,
  addPrompts,
  archivePrompts,
  askPrompt,
  changeMemberRole,
  clearQueue,
  createAlert,
  createApiKey,
  createChannel,
  createExperiment,
  createProject,
  createRecommendedAlerts,
  createReport,
  createReportFromTemplate,
  createShare,
  createSubscription,
  deleteAlert,
  deleteChannel,
  deleteExperiment,
  deleteNote,
  deleteProject,
  deleteReport,
  deleteSubscription,
  deleteView,
  disableClassifier,
  disableWebhookSigning,
  dismissEndpointNotices,
  duplicateReport,
  editAlert,
  editExperiment,
  editNote,
  editShare,
  editSubscription,
  enableEndpoint,
  enableModelClassifier,
  enableWebhookSigning,
  endSigningOverlap,
  exploreDemo,
  freezeReport,
  getOrCreateOverviewReport,
  importPrompts,
  inviteMember,
  labelSentence,
  leaveOrganization,
  onboardProject,
  pauseShare,
  recoverDeliveries,
  removeBrand,
  removeMember,
  removeProviderKeys,
  renameOrganization,
  renameView,
  renewInvitation,
  replaceDashboardKey,
  resendConfirmation,
  resendDelivery,
  restoreOrganization,
  resumeShare,
  retryClassifier,
  retryItems,
  revokeApiKey,
  revokeInvitation,
  revokeShare,
  rewordPrompt,
  rotateApiKey,
  rotateChannelSecret,
  rotateWebhookSigning,
  runNow,
  saveBranding,
  saveBudgets,
  saveProviderKeys,
  saveReport,
  saveSchedule,
  saveView,
  scheduleDeletion,
  sendPlaygroundRequest,
  sendTestEvent,
  sendTestMessage,
  sendTestReport,
  setAlertPaused,
  setDomainType,
  setQuietHours,
  setSecondFactorRequired,
  setSubscriptionPaused,
  setTimeZone,
  transferOwnership,
  unfreezeReport,
  updateBrand,
  updatePrompts,
} satisfies Record<string, AnyOperation>;
