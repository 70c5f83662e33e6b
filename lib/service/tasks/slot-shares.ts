import type { Engine } from '#lib/contract/engines';
import type { Env } from '#lib/core/env';
import { type BlockedEngine, listCredentialEngines } from '#lib/service/circuit-breaker/blocked-engines';
import { getCredentialId, type ProviderCredential } from '#lib/service/circuit-breaker/circuit-store';
import type { ClaimedTask } from '#lib/service/tasks/task-leases';

/** A provider key holds at most this many times the free slots: with 2, about two thirds of all. */
const maxCredentialRatio = 2;

/** The provider that a task uses. */
export interface TaskProvider {
  credential: ProviderCredential;
  /** The time within which the provider usually answers. */
  usualMs: number;
}

interface RunningTask {
  provider: TaskProvider | undefined;
  startedAt: number;
}

/** The tasks of this worker that use one provider key. */
interface CredentialUse {
  credential: ProviderCredential;
  engines: Set<Engine>;
  /** The organizations of the tasks. */
  organizationIds: Set<string>;
  tasks: number;
  isUnresponsive: boolean;
}

/** The engines of a provider that is not answering, and the organizations that already wait for it. */
export interface UnresponsiveProvider {
  engines: BlockedEngine[];
  organizationIds: string[];
}

/**
 * Creates a tracker that divides the slots of one worker. An organization never holds more slots than it leaves free, so
 * that tasks of others start at once even if all of its own hang. A provider key holds at most twice the free slots.
 * A provider that has answered nothing for longer than its usual time gets one slot per organization.
 * @param monotonicNowMs monotonic clock
 */
export function createSlotShares(settings: Env, monotonicNowMs = () => performance.now()) {
  const running = new Map<ClaimedTask, RunningTask>();
  /** When each provider key last brought a response. */
  const respondedAt = new Map<string, number>();

  function listUses(): CredentialUse[] {
    const now = monotonicNowMs();
    const uses = new Map<string, CredentialUse>();
    for (const [{ organizationId, engine }, { provider, startedAt }] of running) {
      if (!provider) continue;
      const id = getCredentialId(provider.credential);
      const use = uses.get(id) ?? {
        credential: provider.credential,
        engines: new Set(),
        organizationIds: new Set(),
        tasks: 0,
        isUnresponsive: false,
      };
      const waitingSince = Math.max(startedAt, respondedAt.get(id) ?? startedAt);
      use.engines.add(engine);
      use.organizationIds.add(organizationId);
      use.tasks += 1;
      use.isUnresponsive ||= now - waitingSince > provider.usualMs;
      uses.set(id, use);
    }
    for (const id of respondedAt.keys()) if (!uses.has(id)) respondedAt.delete(id);
    return [...uses.values()];
  }

  const listEngines = ({ credential, engines }: CredentialUse) =>
    listCredentialEngines(credential, [...engines], settings);

  return {
    /** Records that a claimed task takes a slot. @param provider undefined for the sandbox */
    start(task: ClaimedTask, provider: TaskProvider | undefined): void {
      running.set(task, { provider, startedAt: monotonicNowMs() });
    },
    /** Records that the provider of a task answered, or refused the request. */
    recordResponse(task: ClaimedTask): void {
      const provider = running.get(task)?.provider;
      if (provider) respondedAt.set(getCredentialId(provider.credential), monotonicNowMs());
    },
    /** Records that a task no longer needs its slot. */
    end(task: ClaimedTask): void {
      running.delete(task);
    },
    /**
     * Returns how many of the free slots each organization may get now.
     * @returns `defaultSlots` for organizations without running tasks, `freeSlots` for the others
     */
    divide(free: number) {
      const held = new Map<string, number>();
      for (const { organizationId } of running.keys()) {
        held.set(organizationId, (held.get(organizationId) ?? 0) + 1);
      }
      const getShare = (slots: number) => Math.max(0, Math.floor((free - slots) / 2));
      return {
        defaultSlots: Math.max(1, getShare(0)),
        freeSlots: new Map([...held].map(([id, slots]) => [id, getShare(slots)])),
      };
    },
    /** Lists the engines that get no more slots now: their provider holds its share, or is not answering. */
    listBlocked(free: number): BlockedEngine[] {
      return listUses()
        .filter(({ tasks, isUnresponsive }) => isUnresponsive || tasks > maxCredentialRatio * free)
        .flatMap(listEngines);
    },
    /** Lists the providers that are not answering. */
    listUnresponsive(): UnresponsiveProvider[] {
      return listUses()
        .filter(({ isUnresponsive }) => isUnresponsive)
        .map((use) => ({ engines: listEngines(use), organizationIds: [...use.organizationIds] }));
    },
  };
}
