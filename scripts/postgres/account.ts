import { spawnSync } from 'node:child_process';

/** How a PostgreSQL program is run: PostgreSQL refuses to run as root, so root runs it as a system user. */
export interface Account {
  uid: number | undefined;
  gid: number | undefined;
  /** Who owns what PostgreSQL writes, where that is another user than the present one. */
  owner: { uid: number; gid: number } | undefined;
  /** Arguments put before the command, where the user could not reach the files by itself. */
  prefix: string[];
}

const accountName = 'answerscope';

/**
 * The account PostgreSQL runs under: the present one, or as root the system user `answerscope`, made if it is
 * missing. Where a folder on the way to `paths` is closed to that user (a repository below /root), it gets the
 * one capability that opens folders for reading and nothing more.
 * @throws Error when the user cannot be made or cannot reach the paths
 */
export function getPostgresAccount(paths: string[]): Account {
  if (process.getuid?.() !== 0) return { uid: undefined, gid: undefined, owner: undefined, prefix: [] };
  const { uid, gid } = systemUser();
  const plain: Account = { uid, gid, owner: { uid, gid }, prefix: [] };
  if (reaches(plain, paths)) return plain;
  for (const capability of ['dac_read_search', 'dac_override']) {
    const raised = withCapability(uid, gid, capability);
    if (reaches(raised, paths)) return raised;
  }
  throw new Error(
    `The system user ${accountName} cannot reach ${paths.join(' and ')}. Move them to a folder open to all users, ` +
      'start as another user than root, or set DATABASE_URL.',
  );
}

function systemUser(): { uid: number; gid: number } {
  const found = lookUp();
  if (found) return found;
  const shell = '/usr/sbin/nologin';
  const made = spawnSync('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    shell,
    accountName,
  ]);
  const user = lookUp();
  if (user) return user;
  const reason = made.error?.message ?? made.stderr.toString().trim();
  throw new Error(
    `PostgreSQL does not run as root, and the system user ${accountName} could not be made (${reason}). ` +
      'Start as another user, or set DATABASE_URL.',
  );
}

function lookUp(): { uid: number; gid: number } | undefined {
  const uid = spawnSync('id', ['-u', accountName]);
  const gid = spawnSync('id', ['-g', accountName]);
  if (uid.status !== 0 || gid.status !== 0) return undefined;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

/**
 * `setpriv` changes the user itself, so the process starts as root. The secure bit makes access(2), which
 * PostgreSQL asks about its own program, see the capability too.
 */
function withCapability(uid: number, gid: number, capability: string): Account {
  const flags = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--securebits=+no_setuid_fixup'];
  const grant = [`--inh-caps=+${capability}`, `--ambient-caps=+${capability}`];
  return { uid: undefined, gid: undefined, owner: { uid, gid }, prefix: ['setpriv', ...flags, ...grant] };
}

function reaches(account: Account, paths: string[]): boolean {
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

/** How a program is run under an account. Its environment is PostgreSQL's own: it holds none of the product's secrets. */
export function buildCommand({ prefix, uid, gid }: Account, program: string, rest: string[]): AccountCommand {
  const env = { NODE_ENV: 'production', PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } as const;
  return { command: [...prefix, program, ...rest], options: { uid, gid, cwd: '/', env } };
}
