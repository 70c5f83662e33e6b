import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { recordSecurityEvent } from '#lib/core/security-events';
import { askEngineTool, startRunTool } from '#lib/mcp/action-tools';
import {
  comparePeriodsTool,
  getBreakdownTool,
  getMetricsTool,
  getTimeSeriesTool,
  listGapsTool,
  listSourcesTool,
} from '#lib/mcp/metric-tools';
import { listProjectsTool, listPromptsTool, searchAnswersTool } from '#lib/mcp/project-tools';
import type { Tool, ToolContext } from '#lib/mcp/tool';

const tools: readonly Tool[] = [
  listProjectsTool,
  listPromptsTool,
  getMetricsTool,
  comparePeriodsTool,
  getTimeSeriesTool,
  getBreakdownTool,
  listSourcesTool,
  listGapsTool,
  searchAnswersTool,
  askEngineTool,
  startRunTool,
];

const instructions = `Answerscope shows what AI answer engines say about brands. Start with list_projects to resolve names to IDs. Tables list the column names once; the values of each row are in the same order. State the number of answers and the confidence interval with a metric, and call something a change only if its result is "up" or "down" (its verdict is then "moved"). Tools that spend credits return the cost first: ask the user before you call them with maxCredits.`;

const callSchema = z.object({
  method: z.literal('tools/call'),
  params: z.object({ name: z.string() }),
});

/** Returns the tool that a message calls. */
function findCalledTool(message: unknown): Tool | undefined {
  const name = callSchema.safeParse(message).data?.params.name;
  return tools.find((tool) => tool.name === name);
}

/**
 * Serves one MCP request (streamable HTTP, stateless; the current protocol revision, and older ones in which a client
 * sends `initialize` first). The server has only the tools that the scopes of the API key allow.
 * @param message the parsed body; undefined for requests without a JSON body, which are rejected or need none
 */
export async function serveMcp(
  request: Request,
  message: unknown,
  toolContext: ToolContext,
): Promise<Response> {
  const { scopes, organizationId, keyId } = toolContext.caller;
  const called = findCalledTool(message);
  if (called && scopes !== null && !scopes.includes(called.scope)) {
    recordSecurityEvent('permission.denied', { organizationId, keyId, scope: called.scope });
  }
  const handler = createMcpHandler(() => {
    const server = new McpServer(
      { name: 'answerscope', title: 'Answerscope', version: '1.0.0' },
      { instructions },
    );
    for (const { scope, register } of tools) {
      if (scopes === null || scopes.includes(scope)) register(server, toolContext);
    }
    return server;
  });
  return handler.fetch(request, message === undefined ? {} : { parsedBody: message });
}
