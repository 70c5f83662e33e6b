import type { Role } from '#lib/core/permissions';
import { experiment, missing, type TenantData, view } from './tenant-data';

const draft = { engines: ['gen'], countries: ['US'], samples: 1 };
const schedule = { ...draft, enabled: true, cadence: 'daily', time: '06:00', timeZone: 'UTC' };
const brand = {
  name: 'Changed',
  aliases: [],
  domains: ['changed.example'],
  requiredContext: [],
  excludedContext: [],
};

/** Returns for every server action its arguments with a tenant’s IDs, and the minimum role it requires. */
export function calls(
  projectId: string,
  ids: TenantData,
  userId: string,
): Record<string, [unknown[], Role | null]> {
  return {
    createProjectAction: [[{ name: 'New', own: { name: 'New', domains: ['new.example'] } }], 'editor'],
    readBrandsAction: [['name,role\nA,own'], null],
    suggestBrandAction: [['localhost.example'], 'editor'],
    draftPromptsAction: [[{ category: 'kayaks', own: 'New', competitors: [] }], null],
    readPromptsAction: [['prompt\nWhich one?'], null],
    beginProjectAction: [
      [{ project: { name: 'New', own: { name: 'New' } }, prompts: [{ text: 'Which one?' }], schedule }],
      'editor',
    ],
    saveBrandAction: [[projectId, ids.brand, brand], 'editor'],
    removeBrandAction: [[projectId, ids.brand], 'editor'],
    deleteProjectAction: [[projectId], 'admin'],
    previewImportAction: [[projectId, 'prompt\nWhich one?'], 'editor'],
    correctDomainTypeAction: [[projectId, 'trail.example', 'forum'], 'editor'],
    importPromptsAction: [[projectId, 'prompt\nWhich one?'], 'editor'],
    addPromptsAction: [[projectId, [{ text: 'Which one?' }]], 'editor'],
    archivePromptsAction: [[projectId, [missing]], 'editor'],
    movePromptsAction: [
      [{ projectId, promptIds: [missing], topic: 'Stolen', tags: ['Stolen'], without: ['A tag'] }],
      'editor',
    ],
    saveScheduleAction: [[projectId, schedule], 'editor'],
    runNowAction: [[projectId, missing, draft], 'editor'],
    retryFailedAction: [[projectId, ids.run, missing], 'editor'],
    saveNoteAction: [[projectId, ids.note, { day: '2026-03-02', text: 'Stolen' }], 'editor'],
    deleteNoteAction: [[projectId, ids.note], 'editor'],
    saveViewAction: [[projectId, view], 'editor'],
    renameViewAction: [[projectId, ids.view, 'Stolen'], 'editor'],
    deleteViewAction: [[projectId, ids.view], 'editor'],
    saveExperimentAction: [[projectId, ids.experiment, { ...experiment, promptIds: [ids.prompt] }], 'editor'],
    deleteExperimentAction: [[projectId, ids.experiment], 'editor'],
    createShareAction: [[projectId, { filters: 'days=7' }], 'editor'],
    revokeShareAction: [[projectId, ids.share], 'editor'],
    getAnswerAction: [[projectId, missing], null],
    getRawAnswerAction: [[projectId, missing], null],
    getPreviousAnswerAction: [[projectId, missing], null],
    listCitingAnswersAction: [[projectId, '', 'trail.example'], null],
    inviteAction: [['viewer', ''], 'admin'],
    revokeInvitationAction: [[ids.invitation], 'admin'],
    changeRoleAction: [[userId, 'viewer'], 'admin'],
    removeMemberAction: [[userId], 'admin'],
    createKeyAction: [['A key', ''], 'admin'],
    revokeKeyAction: [[ids.key], 'admin'],
    reconnectAction: [[], 'admin'],
    enableSigningAction: [[], 'admin'],
    rotateSigningAction: [[], 'admin'],
    disableSigningAction: [[], 'admin'],
    setProviderKeysAction: [['openai', { OPENAI_API_KEY: 'sk-stolen' }], 'admin'],
    removeProviderKeysAction: [['openai'], 'admin'],
  };
}
