import type { Command } from '#lib/cli/command';
import { demoEnsure } from '#lib/cli/commands/demo-ensure';
import { keyCreate } from '#lib/cli/commands/key-create';
import { keyRevoke } from '#lib/cli/commands/key-revoke';
import { orgCreate } from '#lib/cli/commands/org-create';
import { orgShow } from '#lib/cli/commands/org-show';
import { signingDisable, signingEnable, signingRotate } from '#lib/cli/commands/signing';

/** Every command, in the order the help lists them. */
export const commands: readonly Command[] = [
  orgCreate,
  orgShow,
  keyCreate,
  keyRevoke,
  signingEnable,
  signingRotate,
  signingDisable,
  demoEnsure,
];
