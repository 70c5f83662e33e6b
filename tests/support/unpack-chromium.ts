import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/** A Chromium to start, and what it starts under. */
export interface FoundBrowser {
  executablePath: string;
  env: Record<string, string>;
}

/**
 * Unpacks the Chromium of @sparticuz/chromium once, beside the packages. It comes with the libraries and the
 * font that a bare system lacks, meant for another distribution: they are a second try.
 */
export function unpackChromium(): FoundBrowser[] {
  if (process.platform !== 'linux' || process.arch !== 'x64') return [];
  const packageFolder = join(
    dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')),
    '..',
    '..',
  );
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  const cache = join(packageFolder, '..', '..', '.cache');
  const folder = join(cache, `chromium-${version}`);
  if (!existsSync(folder)) unpack(join(packageFolder, 'bin'), cache, folder);
  const executablePath = join(folder, 'chromium');
  const fonts: Record<string, string> = existsSync('/etc/fonts/fonts.conf')
    ? {}
    : { FONTCONFIG_PATH: folder };
  const libraries = { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') };
  return [
    { executablePath, env: fonts },
    { executablePath, env: { ...fonts, ...libraries } },
  ];
}

/** Unpacks beside the final place and moves it there whole, since several test processes may do it at once. */
function unpack(bin: string, cache: string, folder: string): void {
  mkdirSync(cache, { recursive: true });
  const unfinished = mkdtempSync(join(cache, 'chromium-'));
  const decompress = (name: string) => brotliDecompressSync(readFileSync(join(bin, name)));
  writeFileSync(join(unfinished, 'chromium'), decompress('chromium.br'), { mode: 0o755 });
  for (const archive of ['al2023.tar.br', 'fonts.tar.br']) {
    const into = join(unfinished, archive.split('.', 1)[0] ?? '');
    mkdirSync(into);
    execFileSync('tar', ['--extract', '--no-same-owner', '--directory', into], {
      input: decompress(archive),
    });
  }
  writeFileSync(
    join(unfinished, 'fonts.conf'),
    `<?xml version="1.0"?><fontconfig><dir>${join(folder, 'fonts')}</dir></fontconfig>\n`,
  );
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}
