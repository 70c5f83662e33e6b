import { eq } from 'drizzle-orm';
import { users } from '#lib/db/schema/organizations';
import { defineAccountOperation } from '#lib/operations/define-account-operation';
import { noInput } from '#lib/operations/define-operation';

export const dismissResetNotice = defineAccountOperation({
  name: 'account.dismiss-reset-notice',
  title: 'Dismiss the notice about a password reset',
  description: 'Hides what the last password reset ended, once the user has read it.',
  permission: 'account.edit',
  effect: 'write',
  input: noInput,
  unaudited: 'It hides a notice; what the notice lists has entries.',
  async run({ db, actor }) {
    await db.update(users).set({ resetNotice: null }).where(eq(users.id, actor.userId));
  },
});
