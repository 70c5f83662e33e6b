import { LRUCache } from 'lru-cache';
import { revalidatePath } from 'next/cache';
import { unstable_rethrow } from 'next/navigation';
import { describeError, type FieldError, invalidField, ServiceError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import { ReauthenticationRequired } from '#lib/core/permissions';
import { recordSecurityEvent } from '#lib/core/security-events';
import type { Context } from '#lib/dashboard/session/session';
import type { AccountContext } from '#lib/db/context';
import { getAccountContext, getCurrentUser, getOperationContext, recordUnknownId } from '../session';
import { getShownOrganization, OutdatedPage } from '../shown-organization';

/** Result of a server action: its value, or an error message and the fields it concerns. */
export type ActionResult<T> =
  | { ok: true; value: T }
  | {
      ok: false;
      message: string;
      fields: FieldError[];
      /** Whether signing in again lets the user repeat the action. */
      needsReauthentication?: boolean;
      /** Whether the page shows another organization than the current one, so that it must be reloaded. */
      isPageOutdated?: boolean;
    };

const signedOutMessage =
  'You’ve been signed out. Your input is still here. Sign in again in another tab, then retry.';
const incompleteMessage = 'The request is incomplete. Reload the page and try again.';
const failedMessage = 'Something went wrong. Your input is still here. Try again in a moment.';

/**
 * Creates a server action that runs `work` as the signed-in member in the organization that the page shows; fails if that
 * is not the current one. An expired session is an error, not a redirect that would discard the input. Clients can send
 * any input, so `work` validates it.
 * @param getChangedPath returns the path whose page is rendered again after success, with all pages below it
 */
export function createAction<T, Input = void>(
  work: (context: Context, input: Input) => Promise<T>,
  getChangedPath?: (input: Input) => string,
) {
  return createActionIn(async () => getOperationContext(await getShownOrganization()), work, getChangedPath);
}

/** Creates a server action that runs `work` as the signed-in user, even one without an organization. */
export function createAccountAction<T, Input = void>(
  work: (context: AccountContext, input: Input) => Promise<T>,
  getChangedPath?: (input: Input) => string,
) {
  return createActionIn(getAccountContext, work, getChangedPath);
}

function createActionIn<ActionContext, T, Input>(
  openContext: () => Promise<ActionContext>,
  work: (context: ActionContext, input: Input) => Promise<T>,
  getChangedPath?: (input: Input) => string,
) {
  return (input: Input): Promise<ActionResult<T>> =>
    catchActionErrors(async () => {
      const account = await getCurrentUser();
      if (!account) return { ok: false, message: signedOutMessage, fields: [] };
      countAction(account.user.id);
      if (work.length > 1 && !isInput(input)) throw invalidField('', incompleteMessage);
      const value = await work(await openContext(), input);
      if (getChangedPath) revalidatePath(getChangedPath(input), 'layout');
      return { ok: true, value };
    });
}

/** Returns whether an input can come from a page. Pages send only strings and objects. */
function isInput(input: unknown): boolean {
  return typeof input === 'string' || (typeof input === 'object' && input !== null);
}

/** Maximum number of actions per user and minute in one process; far more than a person needs. */
const maxActionsPerMinute = 300;
const recentActions = new LRUCache<string, number>({ max: 10_000, ttl: 60_000, noUpdateTTL: true });

/** Counts an action of a user. @throws ServiceError RATE_LIMIT_EXCEEDED above `maxActionsPerMinute` */
function countAction(userId: string): void {
  const count = (recentActions.get(userId) ?? 0) + 1;
  recentActions.set(userId, count);
  if (count <= maxActionsPerMinute) return;
  recordSecurityEvent('limit.reached', { userId, limit: 'actions' });
  throw new ServiceError('RATE_LIMIT_EXCEEDED', {
    message: 'Too many changes within a minute. Your input is still here. Try again in a minute.',
  });
}

/** Creates a server action that changes a project. */
export function createProjectEditAction<T, Input extends { projectId: string }>(
  work: (context: Context, input: Input) => Promise<T>,
) {
  return createAction(work, ({ projectId }) => `/projects/${projectId}`);
}

/** Converts service errors to action results; logs any other error. */
export async function catchActionErrors<T>(work: () => Promise<ActionResult<T>>): Promise<ActionResult<T>> {
  try {
    return await work();
  } catch (error) {
    unstable_rethrow(error);
    if (error instanceof ReauthenticationRequired) {
      return { ok: false, message: error.message, fields: [], needsReauthentication: true };
    }
    if (error instanceof OutdatedPage) {
      return { ok: false, message: error.message, fields: [], isPageOutdated: true };
    }
    await recordUnknownId(error);
    if (error instanceof ServiceError && error.code !== 'INTERNAL_SERVER_ERROR') {
      return { ok: false, message: error.message, fields: error.fields ?? [] };
    }
    log.error({ error: describeError(error) }, 'server action failed');
    return { ok: false, message: failedMessage, fields: [] };
  }
}
