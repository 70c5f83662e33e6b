import { Popover } from '#components/overlays/popover';

const meaning =
  'These answers were composed by the sandbox from a fictional market. Brands and sources do not exist.';

/** Says, quietly, that the figures beside it come from the fictional market of the sandbox. */
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
