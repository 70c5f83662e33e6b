import { randomUUID } from 'node:crypto';
import { listPrompts } from '#lib/dashboard/prompts/list-prompts';
import { defaultSchedule } from '#lib/dashboard/schedules/schedule';
import type { Context } from '#lib/db/context';
import { password } from '#tests/support/owners';
import { weeklySubscription } from '#tests/support/reports';
import { listActionOperations } from './action-operations';
import { alert, experiment, type TenantIds, view } from './tenant-data';
import type { Tenant } from './test-app';

const actionOperations = [...listActionOperations()];

/** Actions that read, or check without storing anything. They leave neither a change nor an entry. */
export const readingActions = [
  'getFrozenAnswerAction',
  'getAnswerAction',
  'getRawAnswerAction',
  'getPreviousAnswerAction',
  'listCitingAnswersAction',
  'authorizeExportAction',
  ...actionOperations.flatMap(([action, { definition }]) => (definition.effect === 'read' ? [action] : [])),
];

/** Actions without an entry in the audit log, and why. */
export const unauditedActions: Record<string, string> = {
  getSharedAnswerAction: 'It reads.',
  getSharedSpotCheckAction: 'It reads.',
  listSharedCitingAnswersAction: 'It reads.',
  unlockShareAction: 'Visitors open a link; its views are counted.',
  confirmRecipientAction: 'Recipients decide for themselves; the report and the alerts show it.',
  unsubscribeRecipientAction: 'Recipients decide for themselves; the report and the alerts show it.',
  switchOrganizationAction: 'It sets a cookie of the browser.',
  startIdentityLinkAction: 'Nothing is linked before the identity provider confirms, which has an entry.',
  ...Object.fromEntries(
    actionOperations.flatMap(
      ([
        action,
        {
          definition: { unaudited },
        },
      ]) => (unaudited === undefined ? [] : [[action, unaudited]]),
    ),
  ),
};

/** Actions whose entries another test checks, because they need a second factor, a provider or another state of the account. */
export const auditedElsewhere: Record<string, string> = {
  setPasswordAction: 'tests/service/users/account-changes.test.ts',
  endSessionAction: 'tests/service/users/account-changes.test.ts',
  endOtherSessionsAction: 'tests/service/users/account-changes.test.ts',
  confirmTotpAction: 'tests/service/users/account-changes.test.ts',
  disableTotpAction: 'tests/service/users/account-changes.test.ts',
  removeIdentityAction: 'tests/service/users/account-changes.test.ts',
  regenerateRecoveryCodesAction: 'tests/service/users/account-changes.test.ts',
  addPasskeyAction: 'tests/service/users/passkeys.test.ts',
  renamePasskeyAction: 'tests/service/users/passkeys.test.ts',
  removePasskeyAction: 'tests/service/users/passkeys.test.ts',
  setProviderKeysAction: 'tests/service/organizations/audit-log.test.ts',
  labelSentenceAction: 'tests/dashboard/sentiment/label-sentences.test.ts',
  enableClassifierAction: 'tests/service/organizations/audit-log.test.ts',
  setSecondFactorRequiredAction: 'tests/service/organizations/second-factor.test.ts',
};

/** A call of an action that changes something. */
export interface ChangingCall {
  action: string;
  getArgs: () => unknown[] | Promise<unknown[]>;
  /** The owner by default. */
  role?: 'editor';
}

const runOptions = { engines: ['gen'], countries: ['US'], samples: 1 };

/** Lists calls of all actions that change something, in an order in which each succeeds. */
export function listChangingCalls({ owner, project, userIds }: Tenant, ids: TenantIds): ChangingCall[] {
  const projectId = project.id;
  const reportId = ids.report;
  const inProject = (action: string, input: object = {}): ChangingCall => ({
    action,
    getArgs: () => [{ projectId, ...input }],
  });
  const plain = (action: string, ...args: unknown[]): ChangingCall => ({ action, getArgs: () => args });
  /** A call with the newest ID of a table. */
  const withNewest = (action: string, table: string, name: string, input: object = {}): ChangingCall => ({
    action,
    getArgs: async () => [{ projectId, ...input, [name]: await readNewestId(owner, table) }],
  });
  return [
    plain('createProjectAction', { name: 'Second', own: { name: 'Second' } }),
    {
      action: 'deleteProjectAction',
      getArgs: async () => [{ projectId: await readNewestId(owner, 'projects') }],
    },
    plain('onboardProjectAction', {
      project: { name: 'Third', own: { name: 'Third' } },
      prompts: [{ text: 'Which one?' }],
      schedule: defaultSchedule,
    }),
    plain('exploreDemoAction'),
    inProject('addCompetitorAction', { name: 'Added' }),
    inProject('updateBrandAction', { brandId: ids.brand, name: 'Changed' }),
    inProject('removeBrandAction', { brandId: ids.brand }),
    inProject('correctDomainTypeAction', { domain: 'trail.example', type: 'forum' }),
    inProject('addPromptsAction', { prompts: [{ text: 'Which one?' }] }),
    inProject('importPromptsAction', { csv: 'prompt\nWhich other one?' }),
    inProject('updatePromptsAction', { promptIds: [ids.prompt], topic: 'Changed' }),
    inProject('saveScheduleAction', defaultSchedule),
    inProject('setTimeZoneAction', { timeZone: 'Asia/Tokyo' }),
    inProject('saveBudgetsAction', { projectCredits: 100, scheduleCredits: null }),
    inProject('runNowAction', { runId: randomUUID(), ...runOptions }),
    inProject('retryItemsAction', { runId: ids.run, newRunId: randomUUID() }),
    inProject('createExperimentAction', { ...experiment, promptIds: [ids.prompt] }),
    inProject('editExperimentAction', {
      experimentId: ids.experiment,
      ...experiment,
      promptIds: [ids.prompt],
    }),
    inProject('deleteExperimentAction', { experimentId: ids.experiment }),
    inProject('rewordPromptAction', { promptId: ids.prompt, text: 'Which new one?' }),
    {
      action: 'archivePromptsAction',
      getArgs: async () => [
        { projectId, promptIds: (await listPrompts(owner, { projectId })).slice(0, 2).map(({ id }) => id) },
      ],
    },
    inProject('addNoteAction', { day: '2026-03-02', text: 'Added' }),
    inProject('editNoteAction', { noteId: ids.note, day: '2026-03-02', text: 'Changed' }),
    inProject('deleteNoteAction', { noteId: ids.note }),
    inProject('saveViewAction', view),
    inProject('renameViewAction', { viewId: ids.view, name: 'Changed' }),
    inProject('deleteViewAction', { viewId: ids.view }),
    inProject('createAlertAction', alert),
    inProject('editAlertAction', { alertId: ids.alert, ...alert }),
    inProject('createRecommendedAlertsAction'),
    inProject('setAlertPausedAction', { alertId: ids.alert, isPaused: true }),
    inProject('deleteAlertAction', { alertId: ids.alert }),
    inProject('resendConfirmationAction', { channelId: ids.channel }),
    inProject('setQuietHoursAction', {
      channelId: ids.channel,
      quietFrom: 60,
      quietTo: 120,
      timeZone: 'UTC',
    }),
    inProject('deleteChannelAction', { channelId: ids.channel }),
    inProject('createChannelAction', { kind: 'webhook', target: 'https://acme.com/alerts' }),
    withNewest('rotateChannelSecretAction', 'alert_channels', 'channelId', { overlapDays: 0 }),
    withNewest('sendTestMessageAction', 'alert_channels', 'channelId'),
    inProject('saveReportAction', { reportId, revision: 1, name: 'Changed', blocks: [] }),
    inProject('createSubscriptionAction', {
      reportId,
      ...weeklySubscription,
      recipients: ['ada@people.example'],
    }),
    withNewest('editSubscriptionAction', 'report_subscriptions', 'subscriptionId', {
      reportId,
      ...weeklySubscription,
      recipients: ['ada@people.example'],
    }),
    withNewest('setSubscriptionPausedAction', 'report_subscriptions', 'subscriptionId', {
      reportId,
      isPaused: true,
    }),
    withNewest('deleteSubscriptionAction', 'report_subscriptions', 'subscriptionId', { reportId }),
    inProject('createShareAction', { reportId }),
    inProject('editShareAction', { shareId: ids.share, label: 'Changed' }),
    inProject('pauseShareAction', { shareId: ids.share }),
    inProject('resumeShareAction', { shareId: ids.share }),
    inProject('revokeShareAction', { shareId: ids.share }),
    inProject('createReportAction', { template: 'executive' }),
    inProject('shareOverviewAction', { filters: 'days=7' }),
    inProject('duplicateReportAction', { reportId }),
    withNewest('deleteReportAction', 'reports', 'reportId'),
    inProject('freezeReportAction', { reportId }),
    inProject('unfreezeReportAction', { reportId }),
    plain('saveBrandingAction', { logoPng: null, accentColor: null, footer: 'Changed' }),
    ...listOrganizationCalls({ owner, userIds }, ids).map(([action, ...args]) => plain(action, ...args)),
    { ...plain('leaveOrganizationAction'), role: 'editor' },
    plain('changePasswordAction', { current: password, next: 'another long password' }),
    plain('transferOwnershipAction', { userId: userIds.admin }),
  ];
}

function listOrganizationCalls(
  { userIds }: Pick<Tenant, 'owner' | 'userIds'>,
  ids: TenantIds,
): [action: string, ...args: unknown[]][] {
  return [
    ['inviteAction', { role: 'viewer', label: '' }],
    ['renewInvitationAction', { id: ids.invitation }],
    ['revokeInvitationAction', { id: ids.invitation }],
    ['changeRoleAction', { userId: userIds.viewer, role: 'editor' }],
    ['removeMemberAction', { userId: userIds.viewer }],
    ['createKeyAction', { name: 'A key', expiresOn: '' }],
    ['rotateKeyAction', { id: ids.key, overlapDays: 7 }],
    ['revokeKeyAction', { id: ids.key }],
    ['replaceApiKeyAction'],
    ['clearQueueAction'],
    ['enableSigningAction'],
    ['rotateSigningAction', { overlapDays: 1 }],
    ['endOverlapAction'],
    ['disableSigningAction'],
    ['enableEndpointAction', { endpointId: ids.endpoint }],
    ['resendDeliveryAction', { deliveryId: ids.delivery }],
    ['recoverDeliveriesAction', { since: '$D2026-01-01T00:00:00.000Z' }],
    ['sendTestEventAction', { url: 'https://hooks.example/x' }],
    ['removeProviderKeysAction', { provider: 'openai' }],
    ['disableClassifierAction'],
    ['renameOrganizationAction', { name: 'Changed' }],
    ['scheduleDeletionAction', { name: 'Changed' }],
    ['restoreOrganizationAction'],
  ];
}

async function readNewestId({ db, organizationId }: Context, table: string): Promise<string> {
  const { rows } = await db.$client.query<{ id: string }>(
    `SELECT id FROM ${table} WHERE organization_id = $1 ORDER BY created_at DESC LIMIT 1`,
    [organizationId],
  );
  return rows[0]?.id ?? '';
}
