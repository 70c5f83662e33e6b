import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import { allowBrowserProblems } from '#tests/support/browser-problems';
import { findAccessibilityIssues } from '../page-checks';
import { addAuthenticator, openAccount, signIn, submitSignIn, type Team } from './team';

const password = 'a long password';
const newPassword = 'another long password';

/** Ada signs up, verifies her email address, forgets her password and signs in with a new one. */
export async function signUp({ app, smtp, ada }: Team): Promise<void> {
  const { page, email } = ada;
  const { url } = app.instance;
  // A rejected sign-up and two rejected passwords.
  allowBrowserProblems(
    /^400 POST .*\/api\/auth\/(?:sign-up|reset-password)$/,
    /^401 POST .*\/api\/auth\/callback\/credentials$/,
  );
  const submit = async (address: string) => {
    await page.goto('/sign-up?next=%2Fmembers');
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('Organization').fill('Fell Runners');
    await page.getByLabel('Email').fill(address);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
  };
  await submit('ada@people.example');
  // The page states the rule from the beginning, and the error repeats it at the field.
  await expect.poll(() => page.getByText('Use your email address at fell.example.').count()).toBe(2);
  await submit(email);
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
  expect(await findAccessibilityIssues(page)).toEqual([]);
  expect(page.url()).toBe(`${url}/verify-email?next=%2Fmembers`);
  // The account cannot be used before its address is verified.
  await page.goto('/account');
  expect(page.url()).toBe(`${url}/verify-email?next=%2Faccount`);
  const post = (path: string, data: object) =>
    page.request.post(`/api/auth/${path}`, { data, headers: { origin: url } });
  for (const refused of [
    await post('organizations', { organization: 'Second' }),
    await post('accept-invitation', { token: 'a-token' }),
  ]) {
    expect([refused.status(), await refused.text()]).toEqual([
      403,
      expect.stringContaining('Verify your email address first'),
    ]);
  }

  await page.goto(await smtp.waitForLink(email, 'Verify your email address'));
  expect(await findAccessibilityIssues(page)).toEqual([]);
  await page.getByRole('button', { name: 'Verify email address' }).click();
  await page.getByText('Your email address is verified.').waitFor();
  // The page that asked for the verification now opens the page that was requested before.
  await page.goto('/verify-email?next=%2Faccount');
  await page.getByText('Verified', { exact: true }).waitFor();

  await page.context().clearCookies();
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('heading', { name: 'Reset password' }).waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByText('If this address has an account, an email with a link is on its way.').waitFor();
  await page.goto(await smtp.waitForLink(email, 'Reset your password'));
  expect(await findAccessibilityIssues(page)).toEqual([]);
  await page.getByLabel('New password').fill('password12345');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('This password is too easy to guess.').waitFor();
  await page.getByLabel('New password').fill(newPassword);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Password changed. Sign in with the new one.').waitFor();

  await signIn(ada, password);
  await page.getByText('Check your email and password').waitFor();
  await signIn(ada, newPassword);
  await page.waitForURL(/\/projects\/new/);
  await smtp.waitForEmail(email, 'Your password was changed');
}

/** Ada creates an invitation link, replaces it with a new one after a warning, and revokes the new link. */
export async function renewInvitation({ ada: { page } }: Team): Promise<void> {
  await page.goto('/members');
  await page.getByRole('button', { name: 'Invite member' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const readLink = async () => (await dialog.locator('code').textContent()) ?? '';
  const first = await readLink();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Create new link' }).click();
  await dialog.getByText('The previous link stops working immediately.', { exact: false }).waitFor();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await page.getByRole('dialog', { name: 'New invitation link' }).waitFor();
  expect(await readLink()).not.toBe(first);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('button', { name: 'Create new link' }).waitFor({ state: 'detached' });
}

/** Ada invites Grace as an admin, who adds a passkey and an authenticator app and signs in with each. */
export async function joinTeam({ app, smtp, ada, grace }: Team): Promise<void> {
  await ada.page.goto('/members');
  await ada.page.getByRole('button', { name: 'Invite member' }).click();
  const invitation = ada.page.getByRole('dialog');
  await invitation.getByLabel('Email (optional)').fill(grace.email);
  await invitation.getByLabel('Role').click();
  await ada.page.getByRole('option', { name: 'Admin' }).click();
  await invitation.getByRole('button', { name: 'Send invitation' }).click();
  await invitation.getByText(`Sent to ${grace.email}.`).waitFor();

  const { page } = grace;
  // Submitting only the password, before the code.
  allowBrowserProblems(/^401 POST .*\/api\/auth\/callback\/credentials$/);
  await addAuthenticator(grace);
  await page.goto(await smtp.waitForLink(grace.email, 'Invitation to “Fell Runners”'));
  await page.getByLabel('Your name').fill('Grace');
  await page.getByLabel('Email').fill(grace.email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create account and join' }).click();
  await openAccount(grace);

  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Laptop');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('row', { name: /Laptop/ }).waitFor();

  // The session ends in an open tab. After signing in, the page of the clicked link opens.
  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.waitForURL(/\/sign-in\?/);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL(/\/organization$/);
  await openAccount(grace);

  // A sign-in that is 16 minutes old must be confirmed, without losing what was entered.
  await app.db.$client.query(
    `UPDATE user_sessions SET authenticated_at = now() - interval '16 minutes'
     WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
    [grace.email],
  );
  await page.getByRole('button', { name: 'Rename Laptop' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Work laptop');
  await page.getByRole('button', { name: 'Save name' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Confirm that it’s you' });
  await confirmation.getByRole('button', { name: 'Use a passkey' }).click();
  await confirmation.getByRole('button', { name: 'Use passkey' }).click();
  await page.getByRole('row', { name: /Work laptop/ }).waitFor();

  await page.getByRole('button', { name: 'Enable two-factor authentication' }).click();
  const setup = page.getByRole('dialog', { name: 'Enable two-factor authentication' });
  await setup.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  const secret = Secret.fromBase32((await setup.locator('code').textContent()) ?? '');
  const generateCode = (secondsLater: number) =>
    new TOTP({ secret }).generate({ timestamp: Date.now() + secondsLater * 1000 });
  await setup.getByLabel('Code', { exact: true }).fill(generateCode(0));
  await setup.getByRole('button', { name: 'Enable', exact: true }).click();
  await page.getByText('10 recovery codes left').waitFor();
  await setup.waitFor({ state: 'hidden' });
  const codes = page.getByRole('list', { name: 'Recovery codes' });
  expect(await codes.getByRole('listitem').count()).toBe(10);

  // A page that was requested without a session opens after both sign-in steps.
  await page.context().clearCookies();
  await page.goto('/members/audit?action=member.invited');
  await submitSignIn(grace, password);
  await page.waitForURL(/step=code/);
  // The code that confirmed the app is used up.
  await page.getByLabel('Code', { exact: true }).fill(generateCode(30));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/members\/audit\?action=member\.invited$/);
  await openAccount(grace);
  await page.getByText('10 recovery codes left').waitFor();
}
