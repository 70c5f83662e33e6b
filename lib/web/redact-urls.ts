const secretFolders = 'share|print|join|subscription|unsubscribe|reset-password|confirm-email|hooks|webhooks';
const secretPath = new RegExp(`^/(?:${secretFolders})/`);
const tokenInText = new RegExp(`(?<=/(?:${secretFolders})/(?:answers/)?)[\\w-]{8,}`, 'g');

/** Returns whether the path of a URL contains a secret token. */
export function hasSecretPath(url: string): boolean {
  return secretPath.test(url);
}

/** Returns the path of a URL for logs, without the query. A path that contains a secret token is cut before the token. */
export function redactPath(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  return secretPath.exec(path)?.[0] ?? path;
}

/** The query or fragment of a URL, without the line and column that follow it in a stack. */
const query = /(?<=[\w/])[?#][^\s"'<>()]+?(?=(?::\d+){0,2}(?:[\s"'<>()]|$))/g;

/** Removes the queries, fragments and tokens of the URLs in a text, such as a stack. */
export function redactUrls(text: string): string {
  return text.replace(query, '').replace(tokenInText, ':token');
}

/** Returns the path of a URL with `:id` for each part that identifies a record, such as `/projects/:id/overview`. */
export function toPagePattern(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  return path
    .split('/')
    .map((part) => (/^[a-z-]{0,30}$/.test(part) ? part : ':id'))
    .join('/')
    .slice(0, 200);
}
