import { z } from 'zod';

/** Creates the schema of an option with an ID, which a command prints. */
export const createIdSchema = (command: string) =>
  z.guid(`must be an ID as printed by "${command}"`).toLowerCase();

/** The option with the organization that a command changes. */
export const organizationOption = { org: createIdSchema('org list').describe('ORG_ID') };
