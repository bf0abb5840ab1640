/** What is sent, composed. */
export interface Outgoing {
  /** The same on every try, so that a mail program can know the second copy for what it is. */
  id: string;
  to: string;
  /** The name that it comes from. */
  from: string;
  subject: string;
  /** Null for a text message. */
  html: string | null;
  text: string;
}

/** Hands messages over. `send` throws Undeliverable where another try is in vain, any other error where it is not. */
export interface Outlet {
  send: (message: Outgoing) => Promise<void>;
  close: () => void;
}

/** Nobody will ever take this message. */
export class Undeliverable extends Error {}
