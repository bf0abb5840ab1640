import type { CodedText } from "../../../kernel/texts/define";
import { textIn } from "../../../kernel/texts/text";

/** A composed message. */
export interface Outgoing {
  /** The same for every attempt, so that a mail program can recognize a second copy. */
  id: string;
  to: string;
  /** Name of the sender. */
  from: string;
  subject: string;
  /** Null for a text message. */
  html: string | null;
  text: string;
}

/**
 * Sends messages. `send` throws Undeliverable if a retry is useless, and another error if a retry may
 * succeed.
 */
export interface Outlet {
  send: (message: Outgoing) => Promise<void>;
  close: () => void;
}

/** Thrown if no retry can deliver the message. */
export class Undeliverable extends Error {
  constructor(readonly text: CodedText | string) {
    super(textIn("en", text));
  }
}
