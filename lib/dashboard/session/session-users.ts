import { LRUCache } from 'lru-cache';

declare global {
  /** Global, because Next.js loads modules of its own. */
  var answerscopeSessionUsers: LRUCache<string, string> | undefined;
}

function getSessionUsers(): LRUCache<string, string> {
  globalThis.answerscopeSessionUsers ??= new LRUCache({ max: 50_000 });
  return globalThis.answerscopeSessionUsers;
}

/** Remembers whose session a cookie is, so that the web process can limit requests by user before it renders a page. */
export function rememberSessionUser(tokenHash: string, userId: string): void {
  getSessionUsers().set(tokenHash, userId);
}

/** Returns the user whose session a cookie was when it was last used in this process; undefined if it never was. */
export function getSessionUserId(tokenHash: string): string | undefined {
  return getSessionUsers().get(tokenHash);
}
