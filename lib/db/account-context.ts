import type { Context } from '#lib/db/client';

/** The first argument of functions about the user's own account; the user may not belong to any organization. */
export type AccountContext = Omit<Context, 'organizationId'>;
