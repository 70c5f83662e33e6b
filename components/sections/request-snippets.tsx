/** A request of `/v1` without its API key. */
export interface SnippetRequest {
  method: string;
  /** The complete URL. */
  url: string;
  /** JSON; undefined without a body. */
  body: unknown;
}

/** The languages of snippets. All read the key from the environment variable `ANSWERSCOPE_API_KEY`. */
export const snippetLanguages = ['curl', 'TypeScript', 'Python'] as const;
export type SnippetLanguage = (typeof snippetLanguages)[number];

/** Writes a request as code that can be run as it is: any text is quoted for the language. */
export function writeSnippet(language: SnippetLanguage, request: SnippetRequest): string {
  return writers[language](request);
}

const writers: Record<SnippetLanguage, (request: SnippetRequest) => string> = {
  curl: writeCurl,
  TypeScript: writeTypeScript,
  Python: writePython,
};

/** Quotes a text for a POSIX shell: inside single quotes, only a single quote is special. */
function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function writeCurl({ method, url, body }: SnippetRequest): string {
  const parts = [
    `curl -X ${method} ${quoteForShell(url)}`,
    '-H "Authorization: Bearer $ANSWERSCOPE_API_KEY"',
    // `--data-raw` does not read a file when the text begins with @.
    ...(body === undefined
      ? []
      : [
          "-H 'Content-Type: application/json'",
          `--data-raw ${quoteForShell(JSON.stringify(body, null, 2))}`,
        ]),
  ];
  return parts.join(' \\\n  ');
}

function writeTypeScript({ method, url, body }: SnippetRequest): string {
  const hasBody = body !== undefined;
  return [
    `const response = await fetch(${JSON.stringify(url)}, {`,
    `  method: ${JSON.stringify(method)},`,
    '  headers: {',
    `    Authorization: \`Bearer \${process.env.ANSWERSCOPE_API_KEY}\`,`,
    ...(hasBody ? ["    'Content-Type': 'application/json',"] : []),
    '  },',
    ...(hasBody ? [`  body: JSON.stringify(${indent(JSON.stringify(body, null, 2))}),`] : []),
    '});',
    'const result = await response.json();',
    `if (!response.ok) throw new Error(\`\${result.error.message} (request \${response.headers.get('x-request-id')})\`);`,
    'console.log(JSON.stringify(result, null, 2));',
  ].join('\n');
}

const indent = (text: string) => text.replaceAll('\n', '\n  ');

function writePython({ method, url, body }: SnippetRequest): string {
  const hasBody = body !== undefined;
  return [
    'import json, os, urllib.error, urllib.request',
    '',
    ...(hasBody ? [`body = ${toPython(body, '')}`] : []),
    'request = urllib.request.Request(',
    `    ${JSON.stringify(url)},`,
    `    method=${JSON.stringify(method)},`,
    ...(hasBody ? ['    data=json.dumps(body).encode(),'] : []),
    '    headers={',
    '        "Authorization": f"Bearer {os.environ[\'ANSWERSCOPE_API_KEY\']}",',
    ...(hasBody ? ['        "Content-Type": "application/json",'] : []),
    '    },',
    ')',
    'try:',
    '    with urllib.request.urlopen(request) as response:',
    '        print(json.dumps(json.load(response), indent=2))',
    'except urllib.error.HTTPError as error:',
    '    message = json.load(error)["error"]["message"]',
    '    raise SystemExit(f"{message} (request {error.headers[\'x-request-id\']})")',
  ].join('\n');
}

/** Writes JSON as a Python literal. A JSON string is a Python string with the same escapes. */
function toPython(value: unknown, margin: string): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${margin}    `;
  const items = Array.isArray(value)
    ? value.map((item) => toPython(item, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${toPython(item, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  if (items.length === 0) return `${open}${close}`;
  return `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${margin}${close}`;
}
