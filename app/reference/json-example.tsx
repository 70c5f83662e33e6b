import type { Json } from '#lib/contract/openapi/json-schema';

/** A JSON value that scrolls inside its frame. */
export function JsonExample({ title, value }: { title: string; value: Json }) {
  return (
    <section>
      <h2 className="mb-3 text-lg font-semibold">{title}</h2>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
        tabIndex={0}
        className="max-h-[28rem] overflow-auto rounded-lg bg-sunken p-3 font-mono text-xs"
      >
        {JSON.stringify(value, null, 2)}
      </pre>
    </section>
  );
}
