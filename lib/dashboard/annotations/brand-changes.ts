import type { Brand } from '#lib/dashboard/projects/brand';

/** What a change of a project's brands comes to, in sentences; empty where none differs. */
export function brandChanges(before: readonly Brand[], after: readonly Brand[]): string[] {
  const removed = before.filter(({ id }) => !after.some((one) => one.id === id));
  const changed = after.flatMap((now) => {
    const was = before.find(({ id }) => id === now.id);
    return was ? changeOf(was, now) : [`${now.name} is tracked`];
  });
  return [...removed.map(({ name }) => `${name} is no longer tracked`), ...changed];
}

function changeOf(was: Brand, now: Brand): string[] {
  const differ = (list: 'aliases' | 'domains' | 'near' | 'neverNear') =>
    was[list].join('\n') !== now[list].join('\n');
  const parts = [
    differ('aliases') ? 'aliases' : '',
    differ('near') || differ('neverNear') ? 'words near its name' : '',
    differ('domains') ? 'domains' : '',
  ].filter(Boolean);
  return [
    ...(was.name === now.name ? [] : [`${was.name} is now ${now.name}`]),
    ...(parts.length > 0 ? [`${now.name}: ${parts.join(', ')} changed`] : []),
  ];
}
