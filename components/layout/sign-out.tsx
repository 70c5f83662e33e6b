/** Signs out and discards the drafts of this tab. The auth client is loaded on demand. */
export async function signOut(): Promise<void> {
  sessionStorage.clear();
  const auth = await import('next-auth/react');
  await auth.signOut({ callbackUrl: '/sign-in' });
}
