import { parseSync } from '@swc/core';

/** Returns the texts that a source passes to `defineMessages`, by name. */
export function findMessages(source: string): { name: string; text: string }[] {
  if (!source.includes('defineMessages(')) return [];
  return findCalls(parseSync(source, { syntax: 'typescript', tsx: true }));
}

function findCalls(node: unknown): { name: string; text: string }[] {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap(findCalls);
  const { type, callee, arguments: values } = { ...emptyNode, ...node };
  if (type !== 'CallExpression' || getText(callee, ['Identifier']) !== 'defineMessages') {
    return Object.values(node).flatMap(findCalls);
  }
  return listProperties(values);
}

const emptyNode: Readonly<Record<string, unknown>> = {};

/** Lists the properties of the object that is the first argument of a call. */
function listProperties(values: unknown): { name: string; text: string }[] {
  const [argument]: unknown[] = Array.isArray(values) ? values : [];
  const { expression } = { ...emptyNode, ...toObject(argument) };
  const { properties } = { ...emptyNode, ...toObject(expression) };
  if (!Array.isArray(properties)) throw new Error('defineMessages needs an object literal.');
  return properties.map((property) => {
    const { key, value } = { ...emptyNode, ...toObject(property) };
    const [name, text] = [getText(key, ['Identifier', 'StringLiteral']), getText(value, ['StringLiteral'])];
    if (name === undefined || text === undefined) {
      throw new Error(`defineMessages needs string literals, unlike ${JSON.stringify(key)}.`);
    }
    return { name, text };
  });
}

function toObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

/** Returns the text of a node of one of these types: of a string literal, or the name of an identifier. */
function getText(node: unknown, types: readonly ('StringLiteral' | 'Identifier')[]): string | undefined {
  const { type, value } = { ...emptyNode, ...toObject(node) };
  return types.some((known) => known === type) && typeof value === 'string' ? value : undefined;
}
