import { exampleRequests } from '#lib/contract/examples/requests';
import { type Route, type RouteName, routes } from '#lib/contract/routes';

/** The languages of code samples, in the order they are shown. */
export const languages = { curl: 'curl', typescript: 'TypeScript', python: 'Python' } as const;
export type Language = keyof typeof languages;

interface Call {
  method: string;
  url: string;
  body: unknown;
}

function callOf(name: RouteName, baseUrl: string): Call {
  const { method, path }: Route = routes[name];
  const { params = {}, query = {}, body } = exampleRequests[name];
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(params[part] ?? ''));
  const search = new URLSearchParams(query).toString();
  return { method, url: `${baseUrl}${filled}${search && `?${search}`}`, body };
}

/**
 * The example request of an endpoint as a program that prints the answer, in every language; each reads the key
 * from the environment variable API_KEY and ends in failure on an error.
 */
export function samplesOf(name: RouteName, baseUrl: string): Record<Language, string> {
  const call = callOf(name, baseUrl);
  return { curl: curl(call), typescript: typescript(call), python: python(call) };
}

function curl({ method, url, body }: Call): string {
  const lines = [
    `curl --fail-with-body --request ${method} ${shellQuoted(url)}`,
    '  --header "Authorization: Bearer $API_KEY"',
  ];
  if (body !== undefined) {
    lines.push("  --header 'Content-Type: application/json'", `  --data ${shellQuoted(literal(body))}`);
  }
  return lines.join(' \\\n');
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

const literal = (value: unknown): string => JSON.stringify(value, null, 2);

/** Every line after the first moved to the right. */
const indented = (text: string, by: number): string => text.replaceAll('\n', `\n${' '.repeat(by)}`);

function typescript({ method, url, body }: Call): string {
  const key = `\`Bearer \${process.env.API_KEY}\``;
  const headers =
    body === undefined
      ? `{ Authorization: ${key} }`
      : `{ Authorization: ${key}, 'Content-Type': 'application/json' }`;
  return `const response = await fetch(${JSON.stringify(url)}, {
  method: '${method}',
  headers: ${headers},${body === undefined ? '' : `\n  body: JSON.stringify(${indented(literal(body), 2)}),`}
});
const answer = await response.json();
if (!response.ok) throw new Error(\`\${answer.error.code}: \${answer.error.message}\`);
console.log(JSON.stringify(answer, null, 2));`;
}

function python({ method, url, body }: Call): string {
  const type = body === undefined ? '' : '\n        "Content-Type": "application/json",';
  const data =
    body === undefined ? '' : `\n    data=json.dumps(${indented(pythonLiteral(body), 4)}).encode(),`;
  return `import json
import os
from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(
    ${JSON.stringify(url)},
    method="${method}",
    headers={
        "Authorization": "Bearer " + os.environ["API_KEY"],${type}
    },${data}
)
try:
    with urlopen(request) as response:
        print(json.dumps(json.load(response), indent=2))
except HTTPError as failure:
    error = json.load(failure)["error"]
    raise SystemExit(error["code"] + ": " + error["message"])`;
}

function pythonLiteral(value: unknown, depth = 0): string {
  const [inside, outside] = ['    '.repeat(depth + 1), '    '.repeat(depth)];
  const block = (open: string, parts: string[], close: string) =>
    parts.length === 0
      ? open + close
      : `${open}\n${parts.map((p) => `${inside}${p},\n`).join('')}${outside}${close}`;
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value))
    return block(
      '[',
      value.map((one) => pythonLiteral(one, depth + 1)),
      ']',
    );
  if (typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([key, one]) => `${JSON.stringify(key)}: ${pythonLiteral(one, depth + 1)}`,
  );
  return block('{', fields, '}');
}
