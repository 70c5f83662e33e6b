// Runs before anything is installed: plain JavaScript for Node.js 20, no packages.
// Usage: node scripts/start/bootstrap.mjs <script.ts> [arguments]. Installs if needed, then runs the script on Node.js 24.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { removeUnusedFiles } from './remove-unused-files.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
const requiredMajor = 24;
const [script = '', ...rest] = process.argv.slice(2);

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function readPackages(file) {
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    // The file is incomplete after a killed installation.
    return {};
  }
}

/** Tests, checks and benchmarks need the development packages too, which are almost half of all packages. */
const needsDevelopmentPackages = /^(?:tests|scripts\/(?:bench|check|structure))\//.test(script);

/** Returns whether every required package of package-lock.json is installed, and none in another version. */
function isInstalled(includesDevelopment) {
  const required = Object.entries(readPackages(join(root, 'package-lock.json')));
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));
  return required.every(([path, { version, optional, dev, devOptional, link }]) => {
    if (path === '' || link) return true;
    if (installed[path]) return installed[path].version === version;
    return optional === true || (!includesDevelopment && (dev === true || devOptional === true));
  });
}

function install() {
  process.stderr.write(
    'Installing packages. This takes about a minute, at the first start and after some updates.\n',
  );
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // `npm ci` deletes all packages first, also those with which an instance is running.
  const command = needsDevelopmentPackages && isInstalled(false) ? ['install', '--no-save'] : ['ci'];
  const packages = needsDevelopmentPackages ? '--include=dev' : '--omit=dev';
  const flags = [...command, packages, '--no-fund', '--no-audit', '--loglevel=error'];
  const { status } = spawnSync(npm, flags, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0)
    fail(
      `The packages could not be installed: npm ${command[0]} failed (see above). Fix the cause and start again.`,
    );
  removeUnusedFiles(root, { includesDevelopment: needsDevelopmentPackages });
}

/** The settings file, which tests do not read. Variables that are already set take precedence over it. */
const envFile =
  existsSync(join(root, '.env')) && !script.startsWith('tests/') ? join(root, '.env') : undefined;

/** Lets this process and all that it starts load modules faster. */
async function speedUpImports() {
  const hooks = pathToFileURL(join(root, 'scripts', 'start', 'speed-up-imports.mjs')).href;
  process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS, `--import=${hooks}`].filter(Boolean).join(' ');
  await import(hooks);
}

function runInThisProcess() {
  if (envFile) process.loadEnvFile(envFile);
  const file = join(root, script);
  process.argv = [process.execPath, file, ...rest];
  return import(pathToFileURL(file).href);
}

/** Runs the script with another Node.js version. The script can stop when its IPC channel closes, which happens even if this process is killed. */
function runWithNode(node) {
  // process.loadEnvFile exists only since Node.js 20.12.
  const flags = envFile ? [`--env-file=${envFile}`] : [];
  const child = spawn(node, [...flags, join(root, script), ...rest], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`Node.js ${requiredMajor} could not be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

/** Stops this process when its parent npm has ended, because a killed npm forwards no signal. */
function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGTERM'), 500).unref();
}

if (Number(process.versions.node.split('.')[0]) < 20)
  fail('Answerscope needs Node.js 20 or newer. Install it and start again.');
if (!isInstalled(needsDevelopmentPackages)) install();
process.chdir(root);
await speedUpImports();
stopWithNpm();

const bundled = join(root, 'node_modules', '.bin', 'node');
if (Number(process.versions.node.split('.')[0]) >= requiredMajor) await runInThisProcess();
else if (existsSync(bundled)) runWithNode(bundled);
else
  fail(
    `There is no Node.js ${requiredMajor} package for this system. Install Node.js ${requiredMajor} and start again.`,
  );
