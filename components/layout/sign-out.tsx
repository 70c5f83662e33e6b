/** Signs out, forgetting what was begun in this tab, and leads to the page for signing in. What does it is loaded only then. */
export async function signOut(): Promise<void> {
  sessionStorage.clear();
  const auth = await import('next-auth/react');
  await auth.signOut({ callbackUrl: '/sign-in' });
}
