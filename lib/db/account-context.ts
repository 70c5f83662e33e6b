import type { Context } from '#lib/db/client';

/** The first argument of functions about the acting user's own account, who may be in no organization. */
export type AccountContext = Omit<Context, 'organizationId'>;
