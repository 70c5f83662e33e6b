import type { Command } from '#lib/cli/command';
import { keyCreate } from '#lib/cli/commands/key-create';
import { orgCreate } from '#lib/cli/commands/org-create';

/** Every command, in the order the help lists them. */
export const commands: readonly Command[] = [orgCreate, keyCreate];
