import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accountOperations } from '#lib/registry/account-operations';
import { type AnyOperation, operations } from '#lib/registry/operations';
import { root } from '#tests/support/process';

const all = new Map<string, AnyOperation>(Object.entries({ ...operations, ...accountOperations }));

/** Returns the operations that server actions run, by the name of the action, as the files of the actions declare them. */
export function listActionOperations(): Map<string, AnyOperation> {
  const files = globSync('app/**/*actions.ts', { cwd: root });
  const declarations = files.flatMap((file) => [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /export const (\w+Action) = create\w*Action\(\s*(\w+)\s*[,)]/g,
    ),
  ]);
  return new Map(
    declarations.flatMap(([, action = '', name = '']) => {
      const operation = all.get(name);
      return operation ? [[action, operation] as const] : [];
    }),
  );
}
