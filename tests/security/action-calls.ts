import type { Permission, Role } from '#lib/core/permissions';
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

/** Returns the arguments of every server action with a tenant’s IDs, and the minimum role it requires. */
export function listActionCalls(
  projectId: string,
  ids: TenantIds,
  userId: string,
): Record<string, [unknown[], Role | null]> {
  return {
    createProjectAction: [[{ name: 'New', own: { name: 'New', domains: ['new.example'] } }], 'editor'],
    readBrandsAction: [['name,role\nA,own'], 'editor'],
    suggestBrandAction: [[{ site: 'localhost.example' }], 'editor'],
    draftPromptsAction: [[{ category: 'kayaks', own: 'New', competitors: [] }], 'editor'],
    readPromptsAction: [[{ csv: 'prompt\nWhich one?' }], 'editor'],
    onboardProjectAction: [
      [{ project: { name: 'New', own: { name: 'New' } }, prompts: [{ text: 'Which one?' }], schedule }],
      'editor',
    ],
    exploreDemoAction: [[], 'editor'],
    saveBrandAction: [[{ projectId, brandId: ids.brand, brand }], 'editor'],
    previewBrandAction: [[{ projectId, brandId: ids.brand, brand }], 'editor'],
    removeBrandAction: [[{ projectId, brandId: ids.brand }], 'editor'],
    deleteProjectAction: [[{ projectId }], 'admin'],
    previewImportAction: [[{ projectId, csv: 'prompt\nWhich one?' }], 'editor'],
    explainChangeAction: [
      [{ projectId, query: 'days=7', target: { metric: 'visibility', level: 0.05 } }],
      null,
    ],
    correctDomainTypeAction: [[{ projectId, domain: 'trail.example', type: 'forum' }], 'editor'],
    importPromptsAction: [[{ projectId, csv: 'prompt\nWhich one?' }], 'editor'],
    addPromptsAction: [[{ projectId, prompts: [{ text: 'Which one?' }] }], 'editor'],
    archivePromptsAction: [[{ projectId, promptIds: [missingId] }], 'editor'],
    updatePromptsAction: [
      [{ projectId, promptIds: [missingId], topic: 'Stolen', tags: ['Stolen'], removedTags: ['A tag'] }],
      'editor',
    ],
    rewordPromptAction: [[{ projectId, promptId: ids.prompt, text: 'Stolen?' }], 'editor'],
    saveScheduleAction: [[{ projectId, schedule }], 'editor'],
    saveBudgetsAction: [[{ projectId, projectCredits: 1, scheduleCredits: null }], 'admin'],
    runNowAction: [[{ projectId, runId: missingId, schedule: runOptions }], 'editor'],
    retryFailedAction: [[{ projectId, runId: ids.run, newRunId: missingId }], 'editor'],
    saveNoteAction: [
      [{ projectId, noteId: ids.note, note: { day: '2026-03-02', text: 'Stolen' } }],
      'editor',
    ],
    deleteNoteAction: [[{ projectId, noteId: ids.note }], 'editor'],
    saveViewAction: [[{ projectId, view }], 'editor'],
    renameViewAction: [[{ projectId, viewId: ids.view, name: 'Stolen' }], 'editor'],
    deleteViewAction: [[{ projectId, viewId: ids.view }], 'editor'],
    saveExperimentAction: [
      [{ projectId, experimentId: ids.experiment, experiment: { ...experiment, promptIds: [ids.prompt] } }],
      'editor',
    ],
    estimatePowerAction: [[{ projectId, treatmentCount: 1 }], null],
    deleteExperimentAction: [[{ projectId, experimentId: ids.experiment }], 'editor'],
    createShareAction: [[{ projectId, filters: 'days=7' }], 'editor'],
    revokeShareAction: [[{ projectId, shareId: ids.share }], 'editor'],
    getAnswerAction: [[projectId, missingId], null],
    getRawAnswerAction: [[projectId, missingId], null],
    getPreviousAnswerAction: [[projectId, missingId], null],
    listCitingAnswersAction: [[projectId, '', 'trail.example'], null],
    listAspectSentencesAction: [[{ projectId, query: 'days=7', aspect: 'price' }], null],
    changePasswordAction: [[{ current: 'not the password', next: 'another long password' }], null],
    reauthenticateAction: [[{ password: 'not the password' }], null],
    requestEmailChangeAction: [[{ email: 'new@people.example', password: 'not the password' }], null],
    resendVerificationAction: [[], null],
    endSessionAction: [[{ id: missingId }], null],
    endOtherSessionsAction: [[], null],
    inviteAction: [[{ role: 'viewer', label: '' }], 'admin'],
    renewInvitationAction: [[{ id: ids.invitation }], 'admin'],
    renameOrganizationAction: [[{ name: 'Stolen' }], 'admin'],
    transferOwnershipAction: [[{ userId: missingId }], 'owner'],
    scheduleDeletionAction: [[{ name: 'Stolen' }], 'owner'],
    restoreOrganizationAction: [[], 'owner'],
    leaveOrganizationAction: [[{ organizationId: missingId }], null],
    revokeInvitationAction: [[{ id: ids.invitation }], 'admin'],
    changeRoleAction: [[{ userId, role: 'viewer' }], 'admin'],
    removeMemberAction: [[{ userId }], 'admin'],
    createKeyAction: [[{ name: 'A key', expiresOn: '' }], 'admin'],
    rotateKeyAction: [[{ id: ids.key, overlapDays: 7 }], 'admin'],
    revokeKeyAction: [[{ id: ids.key }], 'admin'],
    replaceApiKeyAction: [[], 'admin'],
    clearQueueAction: [[], 'admin'],
    enableSigningAction: [[], 'admin'],
    rotateSigningAction: [[], 'admin'],
    disableSigningAction: [[], 'admin'],
    setProviderKeysAction: [[{ provider: 'openai', keys: { OPENAI_API_KEY: 'sk-stolen' } }], 'admin'],
    removeProviderKeysAction: [[{ provider: 'openai' }], 'admin'],
    enableClassifierAction: [
      [
        {
          ...{ provider: 'openai', providerTitle: 'OpenAI', model: 'gpt-5-mini', since: '2026-03-01' },
          ...{ inputPrice: 0.25, outputPrice: 2 },
        },
      ],
      'admin',
    ],
    disableClassifierAction: [[], 'admin'],
    retryClassifierAction: [[], 'admin'],
  };
}

/** The actions that need a recent sign-in, with the permission that requires it. */
export const sensitiveActions: Record<string, Permission> = {
  deleteProjectAction: 'projects.delete',
  inviteAction: 'members.manage',
  revokeInvitationAction: 'members.manage',
  changeRoleAction: 'members.manage',
  removeMemberAction: 'members.manage',
  createKeyAction: 'keys.manage',
  rotateKeyAction: 'keys.manage',
  revokeKeyAction: 'keys.manage',
  replaceApiKeyAction: 'keys.manage',
  enableSigningAction: 'signing.manage',
  rotateSigningAction: 'signing.manage',
  disableSigningAction: 'signing.manage',
  setProviderKeysAction: 'providers.manage',
  removeProviderKeysAction: 'providers.manage',
  enableClassifierAction: 'providers.manage',
  disableClassifierAction: 'providers.manage',
  retryClassifierAction: 'providers.manage',
};
