import { createElement } from "react";
import type { ExternalToast } from "sonner";
import { isSessionOver, SignInAgain } from "./form/sign-in-again";

let arrive = () => {};
const arrived = new Promise<void>((resolve) => (arrive = resolve));

/** Called by the toaster after it has mounted. */
export const toasterArrived = () => arrive();

/** The toaster and its library load after the page. A message waits for both. */
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
  /** Shows the message of a refusal. If the session has ended, it also links to the sign-in and stays until it is closed. */
  refused: (error: unknown) =>
    void shown("error")(
      error instanceof Error ? error.message : String(error),
      isSessionOver(error) ? { description: createElement(SignInAgain), duration: Infinity } : undefined,
    ),
  info: (message: string, options?: ExternalToast) => void shown("info")(message, options),
};

/** Announces a successful action. */
export const say = shown("success");
