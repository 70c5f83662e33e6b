import type { CallToolResult, McpServer, ToolAnnotations } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { ApiScope } from '#lib/contract/plans';
import { describeError, ServiceError } from '#lib/core/errors';
import { log } from '#lib/core/log';
import type { Context, Service } from '#lib/service/instance/service';
import type { Caller } from '#lib/service/rate-limits/authenticate-request';
import { recordRefusal } from '#lib/service/rate-limits/record-refusal';
import type { ProviderUsage } from '#lib/service/request-log/request-log';

/** The context of a tool call: the API key and the organization that it acts for, and the request. */
export interface ToolContext {
  service: Service;
  /** Reads and writes the organization's projects, under row-level security. */
  context: Context;
  caller: Caller;
  requestId: string;
  signal: AbortSignal;
  /** Called at the start of each request that spends credits, with a promise of its cost, for the request log. */
  trackUsage(usage: Promise<ToolUsage>): void;
}

/** The cost of a request that a tool sent. */
export interface ToolUsage {
  /** In credits. */
  charged: number;
  providerUsage?: ProviderUsage | undefined;
}

interface ToolDefinition<I extends z.ZodObject, O extends z.ZodObject> {
  name: string;
  title: string;
  description: string;
  /** The scope that an API key needs for the tool; a key without scopes can use every tool. */
  scope: ApiScope;
  input: I;
  output: O;
  annotations: ToolAnnotations;
  run(toolContext: ToolContext, input: z.output<I>): Promise<z.input<O>>;
}

/** A tool that can be added to a server. */
export interface Tool {
  name: string;
  scope: ApiScope;
  register(server: McpServer, toolContext: ToolContext): void;
}

/** Defines a tool. Its result is structured, with the same JSON as text for clients that read only text. */
export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(
  definition: ToolDefinition<I, O>,
): Tool {
  const { name, title, description, scope, input, output, annotations, run } = definition;
  return {
    name,
    scope,
    register(server, toolContext) {
      const config = { title, description, inputSchema: input, outputSchema: output, annotations };
      server.registerTool<z.ZodObject, z.ZodObject>(name, config, async (values) => {
        try {
          const result = output.parse(await run(toolContext, input.parse(values)));
          return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result };
        } catch (error) {
          if (error instanceof ServiceError) recordRefusal(error, toolContext.caller);
          return toErrorResult(error, name);
        }
      });
    },
  };
}

/** Returns an error as a sentence that the model can act on. */
function toErrorResult(error: unknown, name: string): CallToolResult {
  if (!(error instanceof ServiceError)) log.error({ tool: name, error: describeError(error) }, 'tool failed');
  const message =
    error instanceof ServiceError ? error.message : 'Something went wrong. Try again in a moment.';
  return { content: [{ type: 'text', text: message }], isError: true };
}

const cellSchema = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]);
export type Cell = z.infer<typeof cellSchema>;

/** A table: the names of the columns once, and each row as a list of values in that order. */
export const tableSchema = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(cellSchema)),
  total: z.int().meta({ description: 'Total number of rows; `rows` can contain fewer' }),
  nextCursor: z
    .string()
    .nullable()
    .meta({ description: '`cursor` of the next rows; null if there are none' }),
});

const decimals = 4;

/** Builds a table from objects with the same keys; numbers are rounded to four decimals. */
export function toTable<Key extends string>(
  columns: readonly Key[],
  rows: readonly Record<Key, Cell>[],
  { total, nextCursor = null }: { total: number; nextCursor?: string | null },
): z.infer<typeof tableSchema> {
  const round = (cell: Cell) => (typeof cell === 'number' ? Number(cell.toFixed(decimals)) : cell);
  return {
    columns: [...columns],
    rows: rows.map((row) => columns.map((column) => round(row[column]))),
    total,
    nextCursor,
  };
}
