import type { Command } from '#lib/cli/command';

/**
 * Loads the commands whose first word is the key, in the order of the help. A command loads only what it needs: `org list`
 * takes a fifth of the CPU time of loading all commands.
 */
const groups: Readonly<Record<string, () => Promise<readonly Command[]>>> = {
  org: async () => (await import('#lib/cli/organization-commands')).organizationCommands,
  key: async () => (await import('#lib/cli/key-commands')).keyCommands,
  signing: async () => (await import('#lib/cli/signing-commands')).signingCommands,
  email: async () => (await import('#lib/cli/email')).emailCommands,
  demo: async () => (await import('#lib/cli/demo')).demoCommands,
  providers: async () => [(await import('#lib/cli/providers')).checkProvidersCommand],
  status: async () => [(await import('#lib/cli/status')).statusCommand],
  doctor: async () => [(await import('#lib/cli/doctor')).doctorCommand],
};

const loadOperationCommands = async () => (await import('#lib/cli/operation-commands')).operationCommands;

/** Returns every command, in the order of the help. */
export async function loadCommands(): Promise<readonly Command[]> {
  const loaded = Object.values(groups).map((load) => load());
  return (await Promise.all([...loaded, loadOperationCommands()])).flat();
}

/** Returns the command that the words of a command line begin with; undefined if there is none. */
export async function findCommand(words: readonly string[]): Promise<Command | undefined> {
  const isCalled = ({ name }: Command) => name.split(' ').every((word, index) => word === words[index]);
  const load = groups[words[0] ?? ''];
  return (await load?.())?.find(isCalled) ?? (await loadOperationCommands()).find(isCalled);
}
