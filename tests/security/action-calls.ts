import type { Access } from './access';
import { listActionOperations } from './action-operations';
import { alert, channel, experiment, missingId, type TenantIds, view } from './tenant-data';

const runOptions = { engines: ['gen'], countries: ['US'], samples: 1 };
const schedule = { ...runOptions, enabled: true, cadence: 'daily', time: '06:00', timeZone: 'UTC' };
const brand = {
  name: 'Changed',
  aliases: [],
  domains: ['changed.example'],
  matchCase: true,
  requiredContext: [],
  excludedContext: [],
};

/** Returns the arguments of every server action that the access tests call, with a tenant’s IDs, and who may call it. */
export function listActionCalls(
  projectId: string,
  ids: TenantIds,
  userId: string,
): Record<string, [unknown[], Access]> {
  const operations = listActionOperations();
  return Object.fromEntries(
    Object.entries(listCalls(projectId, ids, userId)).map(([name, [args, access]]) => {
      const permission = operations.get(name)?.definition.permission;
      if (permission && access)
        throw new Error(`The operation of ${name} says who may call it. Remove it here.`);
      // Users have an account even if they are a member of no organization.
      const isOnAccount = permission?.startsWith('account.');
      return [name, [args, isOnAccount ? 'user' : (permission ?? access ?? 'member')]];
    }),
  );
}

/** Returns the arguments of each action and, unless it runs an operation, who may call it. */
function listCalls(
  projectId: string,
  ids: TenantIds,
  userId: string,
): Record<string, [args: unknown[], access?: Access]> {
  return {
    createProjectAction: [[{ name: 'New', own: { name: 'New', domains: ['new.example'] } }]],
    readBrandsAction: [[{ csv: 'name,role\nA,own' }]],
    checkBrandNamesAction: [[{ names: ['Columbia'] }]],
    suggestBrandAction: [[{ site: 'localhost.example' }]],
    suggestPromptsAction: [[{ category: 'kayaks', own: 'New', competitors: [] }]],
    readPromptsAction: [[{ csv: 'prompt\nWhich one?' }]],
    onboardProjectAction: [
      [{ project: { name: 'New', own: { name: 'New' } }, prompts: [{ text: 'Which one?' }], schedule }],
    ],
    exploreDemoAction: [[]],
    addCompetitorAction: [[{ projectId, ...brand }]],
    updateBrandAction: [[{ projectId, brandId: ids.brand, ...brand }]],
    previewBrandAction: [[{ projectId, brandId: ids.brand, ...brand }]],
    removeBrandAction: [[{ projectId, brandId: ids.brand }]],
    deleteProjectAction: [[{ projectId }]],
    previewImportAction: [[{ projectId, csv: 'prompt\nWhich one?' }]],
    explainChangeAction: [
      [{ projectId, query: 'days=7', target: { metric: 'visibility', significanceLevel: 0.05 } }],
    ],
    getSpotCheckAction: [[{ projectId, promptId: ids.prompt, tries: 3, query: '' }]],
    askPromptAction: [[{ projectId, promptId: missingId, engine: 'gen', country: 'US' }]],
    correctDomainTypeAction: [[{ projectId, domain: 'trail.example', type: 'forum' }]],
    importPromptsAction: [[{ projectId, csv: 'prompt\nWhich one?' }]],
    addPromptsAction: [[{ projectId, prompts: [{ text: 'Which one?' }] }]],
    archivePromptsAction: [[{ projectId, promptIds: [missingId] }]],
    updatePromptsAction: [
      [{ projectId, promptIds: [missingId], topic: 'Stolen', tags: ['Stolen'], removedTags: ['A tag'] }],
    ],
    rewordPromptAction: [[{ projectId, promptId: ids.prompt, text: 'Stolen?' }]],
    saveScheduleAction: [[{ projectId, ...schedule }]],
    setTimeZoneAction: [[{ projectId, timeZone: 'Asia/Tokyo' }]],
    saveBudgetsAction: [[{ projectId, projectCredits: 1, scheduleCredits: null }]],
    runNowAction: [[{ projectId, runId: missingId, ...runOptions }]],
    retryItemsAction: [[{ projectId, runId: ids.run, newRunId: missingId }]],
    addNoteAction: [[{ projectId, day: '2026-03-02', text: 'Stolen' }]],
    editNoteAction: [[{ projectId, noteId: ids.note, day: '2026-03-02', text: 'Stolen' }]],
    deleteNoteAction: [[{ projectId, noteId: ids.note }]],
    saveViewAction: [[{ projectId, ...view }]],
    renameViewAction: [[{ projectId, viewId: ids.view, name: 'Stolen' }]],
    deleteViewAction: [[{ projectId, viewId: ids.view }]],
    createExperimentAction: [[{ projectId, ...experiment, promptIds: [ids.prompt] }]],
    editExperimentAction: [
      [{ projectId, experimentId: ids.experiment, ...experiment, promptIds: [ids.prompt] }],
    ],
    estimatePowerAction: [[{ projectId, treatmentCount: 1 }]],
    createAlertAction: [[{ projectId, ...alert }]],
    editAlertAction: [[{ projectId, alertId: ids.alert, ...alert }]],
    previewAlertAction: [[{ projectId, ...alert }]],
    createRecommendedAlertsAction: [[{ projectId }]],
    setAlertPausedAction: [[{ projectId, alertId: ids.alert, isPaused: true }]],
    deleteAlertAction: [[{ projectId, alertId: ids.alert }]],
    createChannelAction: [[{ projectId, ...channel }]],
    setQuietHoursAction: [[{ projectId, channelId: ids.channel }]],
    rotateChannelSecretAction: [[{ projectId, channelId: ids.channel, overlapDays: 0 }], 'alerts.manage'],
    sendTestMessageAction: [[{ projectId, channelId: ids.channel }]],
    resendConfirmationAction: [[{ projectId, channelId: ids.channel }]],
    deleteChannelAction: [[{ projectId, channelId: ids.channel }]],
    deleteExperimentAction: [[{ projectId, experimentId: ids.experiment }]],
    createReportAction: [[{ projectId, template: 'executive' }], 'reports.edit'],
    shareOverviewAction: [[{ projectId, filters: 'days=7' }], 'reports.edit'],
    duplicateReportAction: [[{ projectId, reportId: ids.report }], 'reports.edit'],
    saveReportAction: [[{ projectId, reportId: ids.report, revision: 1, name: 'Stolen', blocks: [] }]],
    freezeReportAction: [[{ projectId, reportId: ids.report }]],
    unfreezeReportAction: [[{ projectId, reportId: ids.report }]],
    deleteReportAction: [[{ projectId, reportId: missingId }], 'reports.edit'],
    listQuotableAnswersAction: [[{ projectId, reportId: ids.report, search: '' }]],
    getFrozenAnswerAction: [[projectId, ids.report, missingId], 'projects.read'],
    createShareAction: [[{ projectId, reportId: ids.report }]],
    editShareAction: [[{ projectId, shareId: ids.share, label: 'Stolen' }]],
    pauseShareAction: [[{ projectId, shareId: ids.share }]],
    resumeShareAction: [[{ projectId, shareId: ids.share }]],
    revokeShareAction: [[{ projectId, shareId: ids.share }]],
    createSubscriptionAction: [[{ projectId, reportId: ids.report, recipients: ['eve@people.example'] }]],
    editSubscriptionAction: [
      [{ projectId, reportId: ids.report, subscriptionId: missingId, recipients: ['eve@people.example'] }],
    ],
    setSubscriptionPausedAction: [
      [{ projectId, reportId: ids.report, subscriptionId: missingId, isPaused: true }],
    ],
    deleteSubscriptionAction: [[{ projectId, reportId: ids.report, subscriptionId: missingId }]],
    sendTestReportAction: [[{ projectId, reportId: ids.report, subscriptionId: missingId }]],
    getAnswerAction: [[projectId, missingId], 'projects.read'],
    getRawAnswerAction: [[projectId, missingId], 'projects.read'],
    getPreviousAnswerAction: [[projectId, missingId], 'projects.read'],
    listCitingAnswersAction: [[projectId, '', 'trail.example'], 'projects.read'],
    listAspectSentencesAction: [[{ projectId, query: 'days=7', aspect: 'price' }]],
    changePasswordAction: [[{ current: 'not the password', next: 'another long password' }], 'user'],
    setPasswordAction: [[{ next: 'a first long password' }], 'user'],
    startIdentityLinkAction: [[], 'user'],
    requestEmailChangeAction: [[{ email: 'new@people.example', password: 'not the password' }]],
    resendVerificationAction: [[]],
    dismissResetNoticeAction: [[]],
    startReauthenticationAction: [[]],
    reauthenticateAction: [[{ method: 'password', password: 'not the password' }]],
    startTotpAction: [[]],
    confirmTotpAction: [[{ code: '000000' }]],
    disableTotpAction: [[]],
    regenerateRecoveryCodesAction: [[]],
    startPasskeyRegistrationAction: [[]],
    addPasskeyAction: [[{ name: 'Stolen', response: {} }]],
    renamePasskeyAction: [[{ id: missingId, name: 'Stolen' }]],
    removeIdentityAction: [[{ issuer: 'https://issuer.example', subject: '1' }]],
    removePasskeyAction: [[{ id: missingId }]],
    endSessionAction: [[{ id: missingId }]],
    endOtherSessionsAction: [[]],
    inviteAction: [[{ role: 'viewer', label: '' }]],
    renewInvitationAction: [[{ id: ids.invitation }]],
    renameOrganizationAction: [[{ name: 'Stolen' }]],
    saveBrandingAction: [[{ logoPng: null, accentColor: null, footer: 'Stolen' }]],
    transferOwnershipAction: [[{ userId: missingId }]],
    scheduleDeletionAction: [[{ name: 'Not its name' }]],
    authorizeExportAction: [[], 'organization.export'],
    restoreOrganizationAction: [[]],
    leaveOrganizationAction: [[], 'member'],
    revokeInvitationAction: [[{ id: ids.invitation }]],
    changeRoleAction: [[{ userId, role: 'viewer' }]],
    removeMemberAction: [[{ userId }]],
    setSecondFactorRequiredAction: [[{ isRequired: false }]],
    createKeyAction: [[{ name: 'A key', expiresOn: '' }], 'keys.manage'],
    rotateKeyAction: [[{ id: ids.key, overlapDays: 7 }], 'keys.manage'],
    revokeKeyAction: [[{ id: ids.key }]],
    replaceApiKeyAction: [[]],
    clearQueueAction: [[]],
    enableSigningAction: [[], 'signing.manage'],
    rotateSigningAction: [[{ overlapDays: 1 }], 'signing.manage'],
    disableSigningAction: [[]],
    endOverlapAction: [[]],
    enableEndpointAction: [[{ endpointId: ids.endpoint }], 'webhooks.manage'],
    dismissEndpointNoticesAction: [[{ endpointIds: [ids.endpoint] }]],
    resendDeliveryAction: [[{ deliveryId: ids.delivery }]],
    // React encodes a Date in the arguments of a server action as "$D" and the ISO date.
    recoverDeliveriesAction: [[{ since: '$D2026-01-01T00:00:00.000Z' }]],
    sendTestEventAction: [[{ url: 'https://hooks.example/x' }]],
    setProviderKeysAction: [[{ provider: 'openai', keys: { OPENAI_API_KEY: 'sk-stolen' } }]],
    removeProviderKeysAction: [[{ provider: 'openai' }]],
    enableClassifierAction: [
      [
        {
          provider: 'openai',
          providerTitle: 'OpenAI',
          model: 'gpt-5-mini',
          since: '2026-03-01',
          inputPrice: 0.25,
          outputPrice: 2,
        },
      ],
    ],
    disableClassifierAction: [[]],
    retryClassifierAction: [[]],
    labelSentenceAction: [[{ sentenceId: missingId, sentiment: 'positive' }]],
    sendPlaygroundRequestAction: [[{ endpoint: 'getCredits', input: {} }]],
  };
}
