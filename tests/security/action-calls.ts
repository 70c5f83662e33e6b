import type { Access } from './access';
import { experiment, missingId, type TenantIds, view } from './tenant-data';

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

/** Returns the arguments of every server action with a tenant’s IDs, and who may call it. */
export function listActionCalls(
  projectId: string,
  ids: TenantIds,
  userId: string,
): Record<string, [unknown[], Access]> {
  return {
    createProjectAction: [[{ name: 'New', own: { name: 'New', domains: ['new.example'] } }], 'projects.edit'],
    readBrandsAction: [['name,role\nA,own'], 'projects.edit'],
    suggestBrandAction: [[{ site: 'localhost.example' }], 'projects.edit'],
    draftPromptsAction: [[{ category: 'kayaks', own: 'New', competitors: [] }], 'projects.edit'],
    readPromptsAction: [[{ csv: 'prompt\nWhich one?' }], 'projects.edit'],
    onboardProjectAction: [
      [{ project: { name: 'New', own: { name: 'New' } }, prompts: [{ text: 'Which one?' }], schedule }],
      'projects.edit',
    ],
    exploreDemoAction: [[], 'projects.edit'],
    saveBrandAction: [[{ projectId, brandId: ids.brand, brand }], 'projects.edit'],
    previewBrandAction: [[{ projectId, brandId: ids.brand, brand }], 'projects.edit'],
    removeBrandAction: [[{ projectId, brandId: ids.brand }], 'projects.edit'],
    deleteProjectAction: [[{ projectId }], 'projects.delete'],
    previewImportAction: [[{ projectId, csv: 'prompt\nWhich one?' }], 'projects.edit'],
    explainChangeAction: [
      [{ projectId, query: 'days=7', target: { metric: 'visibility', level: 0.05 } }],
      'projects.read',
    ],
    correctDomainTypeAction: [[{ projectId, domain: 'trail.example', type: 'forum' }], 'projects.edit'],
    importPromptsAction: [[{ projectId, csv: 'prompt\nWhich one?' }], 'projects.edit'],
    addPromptsAction: [[{ projectId, prompts: [{ text: 'Which one?' }] }], 'projects.edit'],
    archivePromptsAction: [[{ projectId, promptIds: [missingId] }], 'projects.edit'],
    updatePromptsAction: [
      [{ projectId, promptIds: [missingId], topic: 'Stolen', tags: ['Stolen'], removedTags: ['A tag'] }],
      'projects.edit',
    ],
    rewordPromptAction: [[{ projectId, promptId: ids.prompt, text: 'Stolen?' }], 'projects.edit'],
    saveScheduleAction: [[{ projectId, schedule }], 'projects.edit'],
    saveBudgetsAction: [[{ projectId, projectCredits: 1, scheduleCredits: null }], 'budgets.manage'],
    runNowAction: [[{ projectId, runId: missingId, schedule: runOptions }], 'runs.start'],
    retryFailedAction: [[{ projectId, runId: ids.run, newRunId: missingId }], 'runs.start'],
    saveNoteAction: [
      [{ projectId, noteId: ids.note, note: { day: '2026-03-02', text: 'Stolen' } }],
      'projects.edit',
    ],
    deleteNoteAction: [[{ projectId, noteId: ids.note }], 'projects.edit'],
    saveViewAction: [[{ projectId, view }], 'projects.edit'],
    renameViewAction: [[{ projectId, viewId: ids.view, name: 'Stolen' }], 'projects.edit'],
    deleteViewAction: [[{ projectId, viewId: ids.view }], 'projects.edit'],
    saveExperimentAction: [
      [{ projectId, experimentId: ids.experiment, experiment: { ...experiment, promptIds: [ids.prompt] } }],
      'projects.edit',
    ],
    estimatePowerAction: [[{ projectId, treatmentCount: 1 }], 'projects.read'],
    deleteExperimentAction: [[{ projectId, experimentId: ids.experiment }], 'projects.edit'],
    createShareAction: [[{ projectId, filters: 'days=7' }], 'shares.manage'],
    revokeShareAction: [[{ projectId, shareId: ids.share }], 'shares.manage'],
    getAnswerAction: [[projectId, missingId], 'projects.read'],
    getRawAnswerAction: [[projectId, missingId], 'projects.read'],
    getPreviousAnswerAction: [[projectId, missingId], 'projects.read'],
    listCitingAnswersAction: [[projectId, '', 'trail.example'], 'projects.read'],
    listAspectSentencesAction: [[{ projectId, query: 'days=7', aspect: 'price' }], 'projects.read'],
    changePasswordAction: [[{ current: 'not the password', next: 'another long password' }], 'member'],
    requestEmailChangeAction: [[{ email: 'new@people.example', password: 'not the password' }], 'member'],
    resendVerificationAction: [[], 'member'],
    reauthenticateAction: [[{ password: 'not the password' }], 'member'],
    endSessionAction: [[{ id: missingId }], 'member'],
    endOtherSessionsAction: [[], 'member'],
    inviteAction: [[{ role: 'viewer', label: '' }], 'members.manage'],
    renewInvitationAction: [[{ id: ids.invitation }], 'members.manage'],
    renameOrganizationAction: [[{ name: 'Stolen' }], 'organization.rename'],
    transferOwnershipAction: [[{ userId: missingId }], 'organization.manage'],
    scheduleDeletionAction: [[{ name: 'Not its name' }], 'organization.delete'],
    startExportAction: [[], 'organization.export'],
    restoreOrganizationAction: [[], 'organization.delete'],
    leaveOrganizationAction: [[{ organizationId: missingId }], 'member'],
    revokeInvitationAction: [[{ id: ids.invitation }], 'members.manage'],
    changeRoleAction: [[{ userId, role: 'viewer' }], 'members.manage'],
    removeMemberAction: [[{ userId }], 'members.manage'],
    createKeyAction: [[{ name: 'A key', expiresOn: '' }], 'keys.manage'],
    rotateKeyAction: [[{ id: ids.key, overlapDays: 7 }], 'keys.manage'],
    revokeKeyAction: [[{ id: ids.key }], 'keys.manage'],
    replaceApiKeyAction: [[], 'keys.manage'],
    clearQueueAction: [[], 'queue.clear'],
    enableSigningAction: [[], 'signing.manage'],
    rotateSigningAction: [[], 'signing.manage'],
    disableSigningAction: [[], 'signing.manage'],
    setProviderKeysAction: [
      [{ provider: 'openai', keys: { OPENAI_API_KEY: 'sk-stolen' } }],
      'providers.manage',
    ],
    removeProviderKeysAction: [[{ provider: 'openai' }], 'providers.manage'],
    enableClassifierAction: [
      [
        {
          ...{ provider: 'openai', providerTitle: 'OpenAI', model: 'gpt-5-mini', since: '2026-03-01' },
          ...{ inputPrice: 0.25, outputPrice: 2 },
        },
      ],
      'providers.manage',
    ],
    disableClassifierAction: [[], 'providers.manage'],
    retryClassifierAction: [[], 'providers.manage'],
    sendPlaygroundRequestAction: [[{ endpoint: 'getCredits', input: {} }], 'requests.read'],
  };
}
