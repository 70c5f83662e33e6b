/** What an API key may do; a key without scopes may do everything. */
export const apiScopes = ['read', 'tasks', 'sync', 'admin'] as const;
export type ApiScope = (typeof apiScopes)[number];
