import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import {
  type SnippetLanguage,
  type SnippetRequest,
  snippetLanguages,
  writeSnippet,
} from '#components/sections/request-snippets';
import { buildRequestUrl } from '#lib/contract/service-routes';
import { inheritedEnv, node } from '#tests/support/process';
import { startService } from '#tests/support/service';
import { createTempFolder } from '#tests/support/temp-folder';

const testService = await startService();
const folder = createTempFolder();
afterAll(() => testService.stop());
const organization = await testService.createTenant();

const commands: Record<SnippetLanguage, { program: string; file: string }> = {
  curl: { program: 'sh', file: 'request.sh' },
  TypeScript: { program: node, file: 'request.mts' },
  Python: { program: 'python3', file: 'request.py' },
};
const requiredPrograms: Record<SnippetLanguage, string> = {
  curl: 'curl',
  TypeScript: node,
  Python: 'python3',
};
const isInstalled = (language: SnippetLanguage) =>
  spawnSync(requiredPrograms[language], ['--version']).status === 0;

/** Runs a snippet with the API key in an environment variable. */
async function runSnippet(language: SnippetLanguage, request: SnippetRequest) {
  const { program, file } = commands[language];
  const path = join(folder, file);
  writeFileSync(path, writeSnippet(language, request));
  const child = spawn(program, [path], {
    env: { ...inheritedEnv, ANSWERSCOPE_API_KEY: organization.secret, LANG: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { output, errors };
}

/** Texts that could end a string or start a command or variable, or that some language escapes. */
const hostileTexts = {
  quotes: `"double" 'single' '''triple''' """triple"""`,
  backticks: `\`id\` \`\`\` \${process.exit(1)} $(id) $HOME $ANSWERSCOPE_API_KEY`,
  backslashes: '\\ \\\\ \\n \\u0041 \\x41 C:\\new\\table',
  lines: 'first\nsecond\r\nthird\ttab\u2028separator\u2029paragraph\u0085next',
  unicode: 'Käse 靴 👟 🇩🇪 e\u0301 \u202Eright to left\u202C \u200bzero \ufeffmark',
  shell: "'; rm -rf /; echo ' && exit 1 || true # ! !! * ? ~ { } [ ] ( ) < > | & ;",
  code: '{name} %s %(name)s {{x}} <script>alert(1)</script> --data @/etc/passwd __proto__',
  at: '@/etc/passwd',
  controls: '\u0001\u0007\u001b[31m\u007f',
};

describe.each(snippetLanguages)('a snippet in %s', (language) => {
  test.for(Object.entries(hostileTexts))('sends %s unchanged', async ([name, prompt], { skip }) => {
    if (!isInstalled(language)) skip(`${requiredPrograms[language]} is not installed`);
    const idempotencyKey = `${language} ${name} ${prompt}`;
    const { output, errors } = await runSnippet(language, {
      method: 'POST',
      url: buildRequestUrl(testService.baseUrl, '/v1/async/task', {}).href,
      body: {
        taskType: 'GEN',
        payload: { prompt, country: 'US', include: { markdown: true, html: false } },
        idempotencyKey,
        webhook: null,
        priority: 3,
      },
    });
    // Without the progress that curl reports.
    expect(errors.replaceAll(/^.*%.*Total[\s\S]*$/gm, '')).not.toMatch(/error/i);
    const { task } = JSON.parse(output);
    expect(task).toMatchObject({ taskType: 'GEN', priority: 3, idempotencyKey });
    const { rows } = await testService.db.$client.query('SELECT request FROM tasks WHERE id = $1', [task.id]);
    expect(rows).toEqual([{ request: expect.objectContaining({ prompt, country: 'US' }) }]);
  });

  test('sends query parameters, and shows the message of an error and, except in curl, the request ID', async ({
    skip,
  }) => {
    if (!isInstalled(language)) skip(`${requiredPrograms[language]} is not installed`);
    const states = await runSnippet(language, {
      method: 'GET',
      url: buildRequestUrl(testService.baseUrl, '/v1/states', { query: { country: 'US' } }).href,
      body: undefined,
    });
    // 50 states and the District of Columbia.
    expect(JSON.parse(states.output)).toHaveLength(51);
    const country = `a'b"c $HOME \`id\` [x]{y} & # ? 靴`;
    const url = buildRequestUrl(testService.baseUrl, '/v1/states', { query: { country } }).href;
    const { output, errors } = await runSnippet(language, { method: 'GET', url, body: undefined });
    expect(output + errors).toContain('Expected two uppercase letters');
    if (language !== 'curl') expect(errors).toMatch(/\(request [0-9a-f-]{36}\)/);
  });
});
