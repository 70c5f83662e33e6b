/**
 * Whoever takes something off a list by keyboard stays at the next of its buttons marked `data-removes`, or at the
 * page's content where none is left. Call it before the thing is gone.
 */
export function stayInList(button: HTMLButtonElement): void {
  const all = [...(button.closest('ul')?.querySelectorAll<HTMLElement>('button[data-removes]') ?? [])];
  const at = all.indexOf(button);
  const next = all[at + 1] ?? all[at - 1] ?? document.getElementById('content');
  next?.focus({ preventScroll: true });
}
