import { spawnSync } from 'node:child_process';

/** The account that runs a PostgreSQL program. PostgreSQL refuses to run as root, so root uses a system user. */
export interface Account {
  uid: number | undefined;
  gid: number | undefined;
  /** Owner of PostgreSQL's files if it is not the current user. */
  owner: { uid: number; gid: number } | undefined;
  /** Goes before the command and lets the user access files that it otherwise cannot; empty if it can. */
  prefix: string[];
}

const accountName = 'answerscope';

/**
 * Returns the account PostgreSQL runs under: the current user, or for root the system user `answerscope`, which is
 * created if it is missing. If that user cannot access `paths` (such as a repository below /root), it gets one Linux
 * capability that grants the access.
 * @throws Error if the user cannot be created or cannot access the paths
 */
export function getPostgresAccount(paths: string[]): Account {
  if (process.getuid?.() !== 0) return { uid: undefined, gid: undefined, owner: undefined, prefix: [] };
  const { uid, gid } = getSystemUser();
  const unprivileged: Account = { uid, gid, owner: { uid, gid }, prefix: [] };
  if (canAccess(unprivileged, paths)) return unprivileged;
  for (const capability of ['dac_read_search', 'dac_override']) {
    const privileged = withCapability(uid, gid, capability);
    if (canAccess(privileged, paths)) return privileged;
  }
  throw new Error(
    `The system user ${accountName} cannot access ${paths.join(' and ')}. Move them to a folder that all users can access, ` +
      'start as a user other than root, or set DATABASE_URL.',
  );
}

function getSystemUser(): { uid: number; gid: number } {
  const existing = findSystemUser();
  if (existing) return existing;
  const shell = '/usr/sbin/nologin';
  const created = spawnSync('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    shell,
    accountName,
  ]);
  const user = findSystemUser();
  if (user) return user;
  const reason = created.error?.message ?? created.stderr.toString().trim();
  throw new Error(
    `PostgreSQL does not run as root, and the system user ${accountName} could not be created (${reason}). ` +
      'Start as another user, or set DATABASE_URL.',
  );
}

function findSystemUser(): { uid: number; gid: number } | undefined {
  const uid = spawnSync('id', ['-u', accountName]);
  const gid = spawnSync('id', ['-g', accountName]);
  if (uid.status !== 0 || gid.status !== 0) return undefined;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

/**
 * Returns an account that runs programs through `setpriv`, which must be started as root because it changes the user.
 * PostgreSQL checks with access(2) whether it can run its own program, and access(2) respects the capability of a user
 * other than root only if the secure bit `no_setuid_fixup` is set (see capabilities(7)).
 */
function withCapability(uid: number, gid: number, capability: string): Account {
  const flags = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--securebits=+no_setuid_fixup'];
  const grant = [`--inh-caps=+${capability}`, `--ambient-caps=+${capability}`];
  return { uid: undefined, gid: undefined, owner: { uid, gid }, prefix: ['setpriv', ...flags, ...grant] };
}

function canAccess(account: Account, paths: string[]): boolean {
  return paths.every((path) => {
    const { command, options } = buildCommand(account, 'test', ['-x', path]);
    const [program = '', ...rest] = command;
    return spawnSync(program, rest, options).status === 0;
  });
}

interface AccountCommand {
  /** Program and arguments. */
  command: string[];
  options: { uid: number | undefined; gid: number | undefined; cwd: string; env: NodeJS.ProcessEnv };
}

/** Builds the command that runs a program under an account. Its environment contains none of the product's secrets. */
export function buildCommand({ prefix, uid, gid }: Account, program: string, rest: string[]): AccountCommand {
  const env = { NODE_ENV: 'production', PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } as const;
  return { command: [...prefix, program, ...rest], options: { uid, gid, cwd: '/', env } };
}
