import { sha256 } from '#lib/core/crypto';
import { ServiceError } from '#lib/core/errors';
import { defineMessages } from '#lib/core/messages';
import { getActorFields } from '#lib/core/permissions';
import { recordSecurityEvent } from '#lib/core/security-events';
import type { Context } from '#lib/db/context';
import { type AttemptWindow, countInWindow } from '#lib/db/count-attempts';

const day = 24 * 60;

interface EmailLimit {
  /** What is sent, in the plural. */
  name: string;
  organization: AttemptWindow;
  /** For the member who sends, in all organizations together. */
  sender: AttemptWindow;
  /** For an address, per organization. */
  recipient: AttemptWindow;
  /** Whether the recipient has agreed to get email from the organization. */
  isRequested: boolean;
}

/** The maximum numbers of emails that members can send to others by a click. */
export const emailLimits = {
  confirmation: {
    name: 'confirmation emails',
    organization: { attempts: 100, windowMinutes: day },
    sender: { attempts: 100, windowMinutes: day },
    recipient: { attempts: 3, windowMinutes: 7 * day },
    isRequested: false,
  },
  invitation: {
    name: 'invitations',
    organization: { attempts: 100, windowMinutes: day },
    sender: { attempts: 100, windowMinutes: day },
    recipient: { attempts: 3, windowMinutes: 7 * day },
    isRequested: false,
  },
  test: {
    name: 'test messages by email',
    organization: { attempts: 30, windowMinutes: day },
    sender: { attempts: 30, windowMinutes: day },
    recipient: { attempts: 10, windowMinutes: day },
    isRequested: true,
  },
} as const satisfies Record<string, EmailLimit>;

export type LimitedEmail = keyof typeof emailLimits;

/** The maximum number of emails that an address did not ask for, from all organizations together. */
export const unrequestedLimit: AttemptWindow = { attempts: 5, windowMinutes: day };

/**
 * Counts an email toward the limits of the organization, the sender and the recipient. Call it before queueing the email,
 * with addresses in a fixed order if there are several. In a transaction, only emails that are committed count.
 * @param to the address in lower case
 * @throws ServiceError RATE_LIMIT_EXCEEDED with the time to wait
 */
export async function countEmail(
  context: Pick<Context, 'db' | 'clock' | 'organizationId' | 'actor'>,
  kind: LimitedEmail,
  to: string,
): Promise<void> {
  const { organizationId, actor } = context;
  const { name, organization, sender, recipient, isRequested }: EmailLimit = emailLimits[kind];
  const count = async (scope: string, subject: string, window: AttemptWindow, problem: string) => {
    const hash = sha256(`email-${scope}:${subject}`).toString('hex');
    const { isExceeded, minutesLeft } = await countInWindow(context, hash, window);
    if (!isExceeded) return;
    recordSecurityEvent('limit.reached', {
      ...getActorFields(actor),
      organizationId,
      limit: `email-${scope}`,
    });
    const message = `${problem} Try again in ${formatWait(minutesLeft)}.`;
    throw new ServiceError('RATE_LIMIT_EXCEEDED', { message });
  };
  await count(
    `${kind}-organization`,
    organizationId,
    organization,
    `An organization can send at most ${organization.attempts} ${name} a day.`,
  );
  if (actor.kind === 'member') {
    const problem = `You can send at most ${sender.attempts} ${name} a day.`;
    await count(`${kind}-sender`, actor.userId, sender, problem);
  }
  const problem = `${to} got the maximum number of ${name} for now. Ask the recipient to look for an earlier one, also in the spam folder.`;
  await count(`${kind}-recipient`, `${organizationId}:${to}`, recipient, problem);
  if (!isRequested) await count('unrequested', to, unrequestedLimit, problem);
}

const messages = defineMessages({
  minutes: '{minutes, plural, one {# minute} other {# minutes}}',
  hours: '{hours, plural, one {# hour} other {# hours}}',
  days: '{days, plural, one {# day} other {# days}}',
});

function formatWait(minutes: number): string {
  if (minutes < 90) return messages.minutes({ minutes });
  const hours = Math.ceil(minutes / 60);
  return hours < 48 ? messages.hours({ hours }) : messages.days({ days: Math.ceil(hours / 24) });
}
