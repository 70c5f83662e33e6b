import { Popover } from '#components/overlays/popover';

const meaning =
  'These answers come from the sandbox and its fictional market. The brands and sources do not exist.';

/** Marks fictional data of the sandbox. */
export function SandboxBadge() {
  return (
    <Popover
      label="What “Fictional” means"
      trigger={
        <button
          type="button"
          data-print="show"
          title={meaning}
          className="striped inline-flex h-[22px] cursor-help items-center rounded-md border border-dashed border-notice/50 px-2 text-xs font-medium text-notice"
        >
          Fictional
        </button>
      }
    >
      <p className="text-xs">{meaning}</p>
    </Popover>
  );
}
