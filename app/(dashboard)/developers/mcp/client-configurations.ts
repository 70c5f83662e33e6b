/** The configuration of an MCP client, to copy. */
export interface ClientConfiguration {
  client: string;
  /** The place for the configuration: the name of a file, or a terminal for a command. */
  note: string;
  text: string;
}

/** Lists the configurations of common clients. @param url of the MCP endpoint */
export function listClientConfigurations(url: string): ClientConfiguration[] {
  const headers = { Authorization: 'Bearer YOUR_API_KEY' };
  const format = (value: unknown) => JSON.stringify(value, null, 2);
  return [
    {
      client: 'Claude Code',
      note: 'Run this in a terminal.',
      text: `claude mcp add --transport http answerscope ${url} \\\n  --header "Authorization: Bearer YOUR_API_KEY"`,
    },
    {
      client: 'VS Code',
      note: 'In .vscode/mcp.json of a workspace, or in the user configuration.',
      text: format({ servers: { answerscope: { type: 'http', url, headers } } }),
    },
    {
      client: 'Cursor',
      note: 'In ~/.cursor/mcp.json, or in .cursor/mcp.json of a project.',
      text: format({ mcpServers: { answerscope: { url, headers } } }),
    },
    {
      client: 'Claude Desktop and other stdio clients',
      note: 'In claude_desktop_config.json. mcp-remote connects such clients to a URL.',
      text: format({
        mcpServers: {
          answerscope: {
            command: 'npx',
            // biome-ignore lint/suspicious/noTemplateCurlyInString: mcp-remote replaces it
            args: ['-y', 'mcp-remote', url, '--header', 'Authorization:${AUTH_HEADER}'],
            env: { AUTH_HEADER: headers.Authorization },
          },
        },
      }),
    },
  ];
}
