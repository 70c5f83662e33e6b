import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files in which these forms do not build sentences of the product. */
const exceptions = [
  // Names of classes and IDs of elements.
  'components/ui/classes.tsx',
  'components/ui/field.tsx',
  // Labels in names of files.
  'lib/core/file-name.ts',
  'lib/dashboard/exports/label-filters.ts',
  // Errors for developers.
  'lib/service/requests/run-engine.ts',
  // The OpenAPI document.
  'lib/contract/openapi/reference-fields.ts',
  // Syntax of headers and SQL.
  'lib/service/webhooks/deliver-webhook.ts',
  'lib/web/page-headers.ts',
  'lib/db/notify.ts',
];

const rules = [
  {
    problem: 'Choose words by number with a plural of defineMessages()',
    pattern: /[!=]== 1\s*\?\s*['"`]|\?\s*'(?:is|are|was|were|has|have|it|they|them|this|these)'\s*:/g,
  },
  {
    problem:
      'Insert a count in a sentence with defineMessages(): formatPlural() is for a count that stands alone',
    pattern: /`[^`]*\$\{formatPlural\(/g,
  },
  {
    problem: 'Make an optional clause of a sentence a select of defineMessages()',
    pattern: /\?\s*(?:'[^'\n]*[a-z]{2} [^'\n]*'|`[^`\n]*[a-z]{2} [^`\n]*`)\s*:\s*''\s*\}/g,
  },
  {
    problem: 'Make plurals with defineMessages() or formatPlural()',
    pattern: /\?\s*(?:''\s*:\s*'e?s'|'e?s'\s*:\s*'')|\$\{[^{}]*(?:[cC]ount|\.length|\.size)\)?\} [a-z]+s\b/g,
  },
  {
    problem:
      'Define a sentence with defineMessages(), or use joinSentences(), formatFacts() or formatItems()',
    pattern: /\.join\(\s*'(?:; | · )'\s*,?\s*\)|\.filter\(Boolean\)\s*\.join\(\s*'(?:,? )'\s*,?\s*\)/g,
  },
];

/** Returns the lines of a source that choose or join words by hand, each with what to do instead. */
export function findHandMadeWording(source: string): { line: number; text: string; problem: string }[] {
  const lines = source.split('\n');
  return rules
    .flatMap(({ problem, pattern }) =>
      [...source.matchAll(pattern)].map(({ index }) => {
        const line = source.slice(0, index).split('\n').length;
        return { line, text: lines[line - 1]?.trim() ?? '', problem };
      }),
    )
    .filter(({ text }) => !/^(?:\/?\*|\/\/)/.test(text))
    .toSorted((a, b) => a.line - b.line);
}

/** Returns the problems with the wording of the product, as sentences that begin with the name of the file. */
export function checkWording(root: string): string[] {
  return globSync('{app,components,lib}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !ignored.test(file))
    .sort()
    .flatMap((file) => {
      const found = findHandMadeWording(readFileSync(join(root, file), 'utf8'));
      if (!exceptions.includes(file)) {
        return found.map(({ line, text, problem }) => `${file}:${line}: ${problem}: ${text}`);
      }
      return found.length > 0 ? [] : [`${file}: Remove it from the exceptions in scripts/check/wording.ts.`];
    });
}

/** The fictional answers of the sandbox, and the functions that replace these forms. */
const ignored = /^lib\/(?:sandbox\/|core\/(?:dates|lists|numbers)\.ts$)/;
