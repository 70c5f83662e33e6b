import { Notice } from '#components/ui/notice';

/** In place of a part of the page whose program did not reach the browser; the rest of the page stays. */
export function NotLoaded() {
  return (
    <Notice tone="danger">
      This part could not be loaded. Check the connection and reload the page; nothing you saved was lost.
    </Notice>
  );
}
