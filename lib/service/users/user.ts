/** Somebody who can sign in. */
export interface User {
  id: string;
  /** Lower case. */
  email: string;
  name: string;
}
