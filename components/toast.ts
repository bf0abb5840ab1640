import { createElement } from "react";
import type { ExternalToast } from "sonner";
import { isSessionOver, SignInAgain } from "./form/sign-in-again";

let arrive = () => {};
const arrived = new Promise<void>((resolve) => (arrive = resolve));

/** Told by the place for messages once it is there. */
export const toasterArrived = () => arrive();

/** The place for messages is loaded after the page, and so is what speaks to it: a message waits for both. */
const shown =
  (kind: "success" | "error" | "info") =>
  async (message: string, options?: ExternalToast): Promise<void> => {
    const { toast } = await import("sonner");
    await arrived;
    toast[kind](message, options);
  };

/** Short messages in the corner of the page. */
export const toast = {
  success: (message: string, options?: ExternalToast) => void shown("success")(message, options),
  error: (message: string, options?: ExternalToast) => void shown("error")(message, options),
  /**
   * Why something that was asked for was not done, in the words of the refusal. Where that is because the session has ended,
   * with the way back in, and until it is put away.
   */
  refused: (error: unknown) =>
    void shown("error")(
      error instanceof Error ? error.message : String(error),
      isSessionOver(error) ? { description: createElement(SignInAgain), duration: Infinity } : undefined,
    ),
  info: (message: string, options?: ExternalToast) => void shown("info")(message, options),
};

/** Tells the reader shortly that something was done. */
export const say = shown("success");
