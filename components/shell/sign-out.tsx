/** Signs out and leads to the page for signing in. What does it is loaded only then. */
export async function signOut(): Promise<void> {
  const auth = await import('next-auth/react');
  await auth.signOut({ callbackUrl: '/sign-in' });
}
