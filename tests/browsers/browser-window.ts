/** A browser that a test has started. */
export interface StartedBrowser {
  /** Opens a window with a session of its own: without cookies, and with an empty cache. */
  openWindow(): Promise<BrowserWindow>;
  close(): Promise<void>;
}

/** What a user does in a window of a browser, with real input events. Positions and sizes are in CSS pixels. */
export interface BrowserWindow {
  /**
   * Errors in the console, uncaught errors, unhandled rejections, requests that failed and responses with a status of
   * 400 or more, since the window was opened.
   */
  problems: string[];
  /** Opens a URL, and returns before the page is loaded. */
  open(url: string): Promise<void>;
  /** Evaluates an expression in the page. Returns its value, which must be JSON. */
  evaluate(expression: string): Promise<unknown>;
  click(position: Position): Promise<void>;
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  resize(size: Size): Promise<void>;
  close(): Promise<void>;
}

export interface Position {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export type Key = 'Escape' | 'Enter';
