import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file that checks read. */
export interface SourceFile {
  /** Relative to the root. */
  path: string;
  text: string;
  /** Of path and text. */
  hash: string;
}

const unchecked = /^(?:node_modules|\.git|\.next|\.data|test-results)$/;
const checked = /\.(?:[cm]?[jt]sx?|jsonc?|css|html|graphql|grit)$/;

/** Reads all files of a repository that tools check, sorted by path. Skips what is installed, built or stored. */
export function readSourceFiles(root: string): SourceFile[] {
  return listFiles(root, '')
    .sort()
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return { path, text, hash: hashTexts([path, text]) };
    });
}

function listFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return unchecked.test(entry.name) ? [] : listFiles(root, path);
    return entry.isFile() && checked.test(entry.name) ? [path] : [];
  });
}

/** Returns the SHA-256 of texts. */
export function hashTexts(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${Buffer.byteLength(text)}:`).update(text);
  return hash.digest('base64url');
}

const importLine = /\b(?:import|export|require|from)\b/;

/** Returns all lines of a file that can be part of an import, and some more. If they are the same, so are its imports. */
export function findImportLines(text: string): string[] {
  return text.split('\n').filter((line) => importLine.test(line));
}
